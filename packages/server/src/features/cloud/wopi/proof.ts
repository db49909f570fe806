import { type KeyObject, verify } from 'node:crypto';

/** What a request says of itself, and what it was signed with. */
export interface ProvenRequest {
  /** The token as it stands in the address. */
  readonly token: string;
  /** The whole address, as the office server has asked for it. */
  readonly url: string;
  /** `X-WOPI-TimeStamp`: hundreds of nanoseconds since the first day of the first year. */
  readonly timestamp: string;
  /** `X-WOPI-Proof` and `X-WOPI-ProofOld`, base64. */
  readonly proof: string;
  readonly proofOld: string;
}

/** A request that is older is a copy of one. */
const PROOF_MS = 20 * 60 * 1000;
const EPOCH_TICKS = 621_355_968_000_000_000n;
const TICKS_PER_MS = 10_000n;

/** Each part behind its length in four bytes: token, address in capitals, time in eight bytes. */
function toSigned({ token, url, timestamp }: ProvenRequest): Buffer {
  const time = Buffer.alloc(8);
  time.writeBigInt64BE(BigInt(timestamp));
  const parts = [Buffer.from(token), Buffer.from(url.toUpperCase()), time];
  return Buffer.concat(
    parts.flatMap((part) => {
      const length = Buffer.alloc(4);
      length.writeUInt32BE(part.length);
      return [length, part];
    }),
  );
}

/** Was it sent in the last 20 minutes, by a clock that may go wrong by as much? */
export function isTimely({ timestamp }: Pick<ProvenRequest, 'timestamp'>, now: Date): boolean {
  if (!/^\d{1,19}$/.test(timestamp) || BigInt(timestamp) > 0x7fff_ffff_ffff_ffffn) return false;
  const sent = Number((BigInt(timestamp) - EPOCH_TICKS) / TICKS_PER_MS);
  return Math.abs(now.getTime() - sent) <= PROOF_MS;
}

/**
 * Has the office server sent it? While it changes its keys it signs with both: what we know may be its last key or the one
 * before, so the old signature may fit the key that we have, or the new signature the key that it had.
 */
export function isProven(request: ProvenRequest, [key, oldKey]: readonly KeyObject[]): boolean {
  if (!key) return false;
  const signed = toSigned(request);
  const fits = (signature: string, by: KeyObject | undefined) =>
    by !== undefined && signature !== '' && verify('RSA-SHA256', signed, by, Buffer.from(signature, 'base64'));
  return fits(request.proof, key) || fits(request.proofOld, key) || fits(request.proof, oldKey);
}
