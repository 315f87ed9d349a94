// A certificate for tests' HTTPS servers, signed by itself, because Node.js can make none. It is for localhost,
// 127.0.0.1, ::1 and *.example.test, is valid until 2126, and guards nothing. Made with:
//   openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 36500 -subj /CN=localhost \
//     -addext subjectAltName=DNS:localhost,DNS:*.example.test,IP:127.0.0.1,IP:::1

export const CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBvDCCAWKgAwIBAgIUdxATms4N/VS7J5Ht4IRaHAGG6WEwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTExNTAzMjEyNVoYDzIxMjYxMDIy
MDMyMTI1WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAATZuGevUsXY0sngsha+HlvuLkzJfoxpMKZ/n6r8HMC0SHPuJQZhEXGL
Co6X3BBaqbK84rWAifxkUSpz/ujgmo87o4GPMIGMMB0GA1UdDgQWBBSAbVu9TUzI
iLKcLB9DNkkIp8eMKzAfBgNVHSMEGDAWgBSAbVu9TUzIiLKcLB9DNkkIp8eMKzA8
BgNVHREENTAzgglsb2NhbGhvc3SCDiouZXhhbXBsZS50ZXN0hwR/AAABhxAAAAAA
AAAAAAAAAAAAAAABMAwGA1UdEwEB/wQCMAAwCgYIKoZIzj0EAwIDSAAwRQIhAJWz
wz/cp13BZHdOgRdfkhrQZVUt2gxbdD2MgWA0rRxZAiAuco6ZydYFjNk4bLlKdRiu
O3oIKTIFt52vw3ckDBatpQ==
-----END CERTIFICATE-----
`

export const CERTIFICATE_KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgtEPChny3zjmK+S9T
/YowZZOj62ecNxl5vkDaRoHnTcihRANCAATZuGevUsXY0sngsha+HlvuLkzJfoxp
MKZ/n6r8HMC0SHPuJQZhEXGLCo6X3BBaqbK84rWAifxkUSpz/ujgmo87
-----END PRIVATE KEY-----
`
