// Certificates for tests of mutual TLS: an authority, a bank's server and an agency as its client, both signed by the
// authority. The server is for localhost, 127.0.0.1, ::1 and *.example.test. All are valid until 2126 and guard
// nothing. Made with:
//   openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 36500 -subj '/CN=Bank Authority' \
//     -keyout ca.key -out ca.pem
// and for each of the two
//   openssl req -new -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj /CN=bank -keyout x.key -out x.csr
//   openssl x509 -req -in x.csr -CA ca.pem -CAkey ca.key -days 36500 -extfile x.ext -out x.pem
// where x.ext says basicConstraints=critical,CA:FALSE, extendedKeyUsage=serverAuth or clientAuth, and for the server
// its subjectAltName.

export const AUTHORITY = `-----BEGIN CERTIFICATE-----
MIIBiDCCAS+gAwIBAgIUC/PlJGEDt104l7ylwbc137G7FGwwCgYIKoZIzj0EAwIw
GTEXMBUGA1UEAwwOQmFuayBBdXRob3JpdHkwIBcNMjYxMTE1MDQ1NzAwWhgPMjEy
NjEwMjIwNDU3MDBaMBkxFzAVBgNVBAMMDkJhbmsgQXV0aG9yaXR5MFkwEwYHKoZI
zj0CAQYIKoZIzj0DAQcDQgAEwrsdngSP6t5sfUDalBn59Yt8n6dq2k9vlauiEj6u
zoXOGK1MF3MO/p282CuTY626Aq/BKd/YsEJa6YszKDcYD6NTMFEwHQYDVR0OBBYE
FJEpdo2POWUBBNfqKoig4WsQBTV8MB8GA1UdIwQYMBaAFJEpdo2POWUBBNfqKoig
4WsQBTV8MA8GA1UdEwEB/wQFMAMBAf8wCgYIKoZIzj0EAwIDRwAwRAIgJB7M5h2v
FRjFltbVULMhPXOQn63Z82WaHC1VIGXCD5ICIDg9DZg36DtPODNpZzil0zlW6oKX
m3FBYCFBAz0n1Hik
-----END CERTIFICATE-----
`

export const BANK_CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIB0DCCAXegAwIBAgIUYfZPEVkCAxC598l8GkS5QNpmGrQwCgYIKoZIzj0EAwIw
GTEXMBUGA1UEAwwOQmFuayBBdXRob3JpdHkwIBcNMjYxMTE1MDQ1NzAwWhgPMjEy
NjEwMjIwNDU3MDBaMA8xDTALBgNVBAMMBGJhbmswWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAQMD+NEQo9jNEu+DHLiZA3mejif+58NPSeY8hDZVkSJVFp0Qa4+mPnQ
HVJrcDf94GPWiuJButi3njlEktCT2jdYo4GkMIGhMDwGA1UdEQQ1MDOCCWxvY2Fs
aG9zdIIOKi5leGFtcGxlLnRlc3SHBH8AAAGHEAAAAAAAAAAAAAAAAAAAAAEwEwYD
VR0lBAwwCgYIKwYBBQUHAwEwDAYDVR0TAQH/BAIwADAdBgNVHQ4EFgQUG0QHDhAK
1xWTproQeF8UwQ9E1xIwHwYDVR0jBBgwFoAUkSl2jY85ZQEE1+oqiKDhaxAFNXww
CgYIKoZIzj0EAwIDRwAwRAIgBegByD7AArOdWK78ONH5JQFPykvam81wShm6WGLm
PhoCIDchzHxUoYlFb9s+Y2r6MsFwhmEfSVRaE5IlCrnUNVTe
-----END CERTIFICATE-----
`

export const BANK_KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgWvQRJr7m/yMo7nt4
kIDaKa+9qRuaxC/NVwLwoOQfp+ahRANCAAQMD+NEQo9jNEu+DHLiZA3mejif+58N
PSeY8hDZVkSJVFp0Qa4+mPnQHVJrcDf94GPWiuJButi3njlEktCT2jdY
-----END PRIVATE KEY-----
`

export const AGENCY_CERTIFICATE = `-----BEGIN CERTIFICATE-----
MIIBlDCCATmgAwIBAgIUO2QmzqSsgp8mWIJvs+YIlIX+QTwwCgYIKoZIzj0EAwIw
GTEXMBUGA1UEAwwOQmFuayBBdXRob3JpdHkwIBcNMjYxMTE1MDQ1NzAwWhgPMjEy
NjEwMjIwNDU3MDBaMBExDzANBgNVBAMMBmFnZW5jeTBZMBMGByqGSM49AgEGCCqG
SM49AwEHA0IABFlPdxCA8XOv3Mw3uOaB/Ufdz7OIld3sKZ7ONqpfuJXP7/q+66EE
RpLlB2rMBcahqvXCj+Pzi6r+nvd0y8N9CKajZTBjMBMGA1UdJQQMMAoGCCsGAQUF
BwMCMAwGA1UdEwEB/wQCMAAwHQYDVR0OBBYEFPOzwYY6dmkkdrpnYlM/Rb+SjUZ2
MB8GA1UdIwQYMBaAFJEpdo2POWUBBNfqKoig4WsQBTV8MAoGCCqGSM49BAMCA0kA
MEYCIQDYgLggzBGglsUclEmXYZMxI6ImQXl7kBaNa23GK1bGuQIhAJ9eiuktkCSK
U3K8YtPoL2pu3IlDqJKhTPDy8N22oxGa
-----END CERTIFICATE-----
`

export const AGENCY_KEY = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgz1Usn7T4Qx778gqL
4JGBZHT+7H3ihc94xX/r21TUrdehRANCAARZT3cQgPFzr9zMN7jmgf1H3c+ziJXd
7CmezjaqX7iVz+/6vuuhBEaS5QdqzAXGoar1wo/j84uq/p73dMvDfQim
-----END PRIVATE KEY-----
`
