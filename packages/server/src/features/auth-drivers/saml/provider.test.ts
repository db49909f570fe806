import { pino } from 'pino';
import { expect, it } from 'vitest';
import { writeIdpMetadata } from '../../../../../../tests/support/saml-answers.ts';
import { SAML_KEYS } from '../../../../../../tests/support/saml-keys.ts';
import { IDP } from '../../../../../../tests/support/saml-school.ts';
import { type Outbound, OutboundError } from '../../../kernel/outbound/index.ts';
import { createProviders } from './provider.ts';

const at = (time: string) => new Date(`2026-12-01T${time}Z`);

it('metadata at an address is read again once a new one is to be expected; while it is away, the copy counts [T-7.122]', async () => {
  const write = (until: string) =>
    writeIdpMetadata(IDP, [SAML_KEYS.good], { attributes: `validUntil="2026-12-${until}"` });
  let held: string | null = write('01T08:20:00Z');
  let asked = 0;
  const outbound = {
    request: async ({ url }: { url: string }) => {
      asked += 1;
      if (held === null) throw new OutboundError('unreachable', url);
      return { status: 200, body: Buffer.from(held) };
    },
  } as unknown as Outbound;
  const providers = createProviders(outbound, pino({ level: 'silent' }));
  const url = 'https://idp.school.example/metadata';
  const driver = { school_id: 1, updated_at: '1', issuer: IDP, metadata: write('01T00:00:00Z'), metadata_url: url };
  const read = async (time: string) => (await providers.of(driver, at(time))).valid_until?.toISOString() ?? null;
  expect(await read('08:00:00')).toBe('2026-12-01T08:20:00.000Z');
  held = write('09T00:00:00Z');
  expect(await read('08:19:59.999')).toBe('2026-12-01T08:20:00.000Z');
  expect(await read('08:20:00')).toBe('2026-12-09T00:00:00.000Z');
  expect(await read('09:19:59')).toBe('2026-12-09T00:00:00.000Z');
  expect(asked).toBe(2);
  held = null;
  expect(await read('09:20:00')).toBeNull();
  expect(await read('09:24:59')).toBeNull();
  expect(asked).toBe(3);
  held = write('10T00:00:00Z');
  expect(await read('09:25:00')).toBe('2026-12-10T00:00:00.000Z');
});
