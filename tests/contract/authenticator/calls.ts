import type { Asking, CallsOf } from '../../support/contract/calls.ts';
import { describeContract } from '../../support/contract/describe-contract.ts';

const KEY = { key: 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ', algorithm: 'SHA1', digits: 6, period: 30 } as const;
const NOBODY = 'x'.repeat(43);

async function keep({ server }: Asking): Promise<string> {
  return (await server.request('POST', '/v1/keys', { body: KEY })).body.data.id;
}

const calls: CallsOf<'authenticator'> = {
  create: { sample: () => ({ body: { ...KEY, key: 'GEZDGNBVGY3TQOJQ8' } }), none: () => ({ body: KEY }) },
  remove: {
    sample: () => ({ params: { secret: NOBODY } }),
    kept: async (asking) => ({ params: { secret: await keep(asking) } }),
    unknown: () => ({ params: { secret: NOBODY } }),
  },
  getCode: {
    sample: async (asking) => ({ params: { secret: await keep(asking) } }),
    kept: async (asking) => ({ params: { secret: await keep(asking) } }),
    unknown: () => ({ params: { secret: NOBODY } }),
  },
  listCodes: { sample: async (asking) => ({ body: { ids: [await keep(asking), NOBODY] } }) },
};

describeContract('authenticator', calls);
