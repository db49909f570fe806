export { type Allowances, NO_ALLOWANCES, parseAllowances, refusedRangeOf } from './addresses.ts';
export { OutboundError, type OutboundReason } from './errors.ts';
export * from './outbound.ts';
export type { Resolve, ResolvedAddress } from './resolve.ts';
