import { lookup as systemLookup } from 'node:dns/promises';
import { isIP, type LookupFunction } from 'node:net';
import type { RefusedRange } from './addresses.ts';
import { OutboundError } from './errors.ts';

export interface ResolvedAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

/** All addresses of a name, in the order in which they are tried. */
export type Resolve = (hostname: string) => Promise<readonly ResolvedAddress[]>;

/** What the machine itself would dial: hosts file, search domains and both families. */
export const resolveBySystem: Resolve = async (hostname) => {
  const answers = await systemLookup(hostname, { all: true });
  return answers.map(({ address, family }) => ({ address, family: family === 6 ? 6 : 4 }));
};

/**
 * Every address of a name, or an OutboundError as soon as one of them is refused: a name with one public and one
 * private address is typical of a rebinding attack.
 */
export function checkedResolve(resolve: Resolve, check: (address: string) => RefusedRange | null): Resolve {
  return async (hostname) => {
    const bare = hostname.replace(/^\[|\]$/g, '');
    const family = isIP(bare);
    const answers: readonly ResolvedAddress[] =
      family === 0 ? await resolve(bare) : [{ address: bare, family: family === 6 ? 6 : 4 }];
    if (answers.length === 0) throw new OutboundError('unresolvable', `${bare} has no address`);
    for (const { address } of answers) {
      const range = check(address);
      if (range !== null) throw new OutboundError('address_refused', `${bare} leads to ${address} (${range})`);
    }
    return answers;
  };
}

/** The same as a `lookup` for sockets: exactly the checked addresses are dialled. */
export function toLookup(resolve: Resolve): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname).then(
      (answers) => {
        const wanted = options.family === 'IPv4' ? 4 : options.family === 'IPv6' ? 6 : (options.family ?? 0);
        const fitting = wanted === 0 ? answers : answers.filter(({ family }) => family === wanted);
        const first = fitting[0];
        if (first === undefined) callback(new OutboundError('unresolvable', `${hostname}: no IPv${wanted}`), '', 0);
        else if (options.all === true) callback(null, [...fitting]);
        else callback(null, first.address, first.family);
      },
      (error: unknown) => callback(OutboundError.from(error), '', 0),
    );
  };
}
