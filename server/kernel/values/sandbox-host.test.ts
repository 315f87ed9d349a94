// Loopback and named sandboxes; nothing that only looks like one.
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isSandboxAddress } from './urls.ts'

test('this machine itself, and what was called a sandbox', () => {
  for (const address of [
    'https://127.0.0.1:8443/pix',
    'https://127.9.9.9/',
    'https://[::1]:1/',
    'http://localhost:3000',
    'https://bank.localhost/',
    'https://PIX-H.bank.example/v2',
    'https://pix-h.bank.example./v2',
  ])
    assert.ok(isSandboxAddress(address, ['pix-h.bank.example']), address)
})

test('nothing else, however it is spelled', () => {
  for (const address of [
    'https://api.bank.example',
    'https://127.0.0.1.bank.example/',
    'https://localhost.bank.example/',
    'https://notlocalhost/',
    'https://api.pix-h.bank.example/',
    'https://localhost@bank.example/',
    'not an address',
    '',
  ])
    assert.ok(!isSandboxAddress(address, ['pix-h.bank.example']), address)
})
