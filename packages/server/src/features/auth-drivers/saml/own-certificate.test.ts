import { createPrivateKey, X509Certificate } from 'node:crypto';
import { expect, it } from 'vitest';
import { createOwnKey } from './own-certificate.ts';

it('a certificate that this product has made says whose it is and until when, and is signed with its own key', async () => {
  const from = new Date('2026-11-18T09:10:00Z');
  const until = new Date('2046-11-18T09:10:00Z');
  const [one, other] = [await createOwnKey('Kreide', from, until), await createOwnKey('Kreide', from, until)];
  const certificate = new X509Certificate(one.certificate);
  expect(certificate.subject).toBe('CN=Kreide');
  expect(new Date(certificate.validFrom)).toEqual(from);
  expect(new Date(certificate.validTo)).toEqual(until);
  expect(certificate.verify(certificate.publicKey)).toBe(true);
  expect(certificate.checkPrivateKey(createPrivateKey(one.key))).toBe(true);
  expect(certificate.verify(new X509Certificate(other.certificate).publicKey)).toBe(false);
  expect(certificate.serialNumber).not.toBe(new X509Certificate(other.certificate).serialNumber);
});
