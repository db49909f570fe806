import { signFileAddress, toFileKey } from '../../../packages/server/src/kernel/files/index.ts';
import type { Asking, CallsOf } from '../../support/contract/calls.ts';
import { describeContract } from '../../support/contract/describe-contract.ts';
import type { FullSchool } from '../../support/full-school.ts';
import { TEST_SECRET } from '../../support/server.ts';

const paramsOf = ({ file: { uuid, name } }: FullSchool) => ({ uuid, name });

/** The query of the address that the school's own file is signed with. */
function signatureOf({ server }: Asking, { file, school }: FullSchool): Record<string, string> {
  const signed = { uuid: file.uuid, name: file.name, audience: `school:${school.id}` as const };
  const address = signFileAddress(toFileKey(TEST_SECRET), signed, server.clock.now());
  return Object.fromEntries(new URL(address, server.url).searchParams);
}

const calls: CallsOf<'files'> = {
  get: {
    sample: ({ here }) => ({
      params: paramsOf(here),
      query: { audience: 'public', expires: '1795000000', signature: 'x' },
    }),
    signed: (asking) => ({ params: paramsOf(asking.here), query: signatureOf(asking, asking.here) }),
    unsigned: ({ here }) => ({ params: paramsOf(here) }),
    signed_for_another_file: (asking) => ({
      params: { ...paramsOf(asking.here), name: 'another.png' },
      query: signatureOf(asking, asking.here),
    }),
    other_school: (asking) => ({ params: paramsOf(asking.there), query: signatureOf(asking, asking.here) }),
  },
};

describeContract('files', calls);
