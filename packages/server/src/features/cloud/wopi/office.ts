import type { KeyObject } from 'node:crypto';
import type { OfficeProblem } from '@kreide/core/features/cloud';
import type { Clock } from '../../../kernel/clock.ts';
import { type Log, reasonOf } from '../../../kernel/log.ts';
import { type Outbound, OutboundError } from '../../../kernel/outbound/index.ts';
import { type Discovery, parseDiscovery, toEditorAddress } from './discovery.ts';

/** The office server of the operator (Collabora, OnlyOffice), which edits files of clouds by WOPI. */
export interface Office {
  /** To be named to people. */
  readonly host: string;
  /** What it edits as far as it is known; null: nothing can be edited now. Only the first of all calls waits for its answer. */
  view(): Promise<OfficeView | null>;
  /** Asks it again, unless it was asked a moment ago: what is wrong with it, null for nothing. */
  look(): Promise<{ readonly problem: OfficeProblem | null; readonly extensions: readonly string[] }>;
  /** What its requests are signed with, from its last answer that was right. */
  keys(): Promise<readonly KeyObject[]>;
  /** The same, after it was asked again: it may have changed its keys. */
  freshKeys(): Promise<readonly KeyObject[]>;
}

/** What can be edited. */
export interface OfficeView {
  edits(extension: string): boolean;
  /** Where a file is edited, by its extension; null: it is not. */
  addressOf(extension: string, values: { readonly language: string; readonly source: string }): string | null;
}

/** What it has answered is believed for so long, and what is wrong with it is not asked again before, ms. */
const KEPT_MS = 60 * 60 * 1000;
const RETRY_MS = 60 * 1000;
const LOOK_MS = 5 * 1000;
const LIMITS = { timeoutMs: 5000, maxBytes: 2_000_000, maxRedirects: 0 } as const;

interface Answered {
  readonly at: number;
  readonly discovery: Discovery | null;
  readonly problem: OfficeProblem | null;
}

export function createOffice(
  url: string,
  { outbound, clock, log }: { outbound: Pick<Outbound, 'request'>; clock: Clock; log: Log },
): Office {
  const { origin, host } = new URL(url);
  let last: Answered | undefined;
  let lastKeys: readonly KeyObject[] = [];
  let running: Promise<Answered> | undefined;
  const now = () => clock.now().getTime();

  async function ask(): Promise<Discovery | OfficeProblem> {
    try {
      const { status, body } = await outbound.request({ url: `${url}/hosting/discovery`, ...LIMITS });
      return status === 200 ? parseDiscovery(body.toString('utf8'), origin) : 'status';
    } catch (error) {
      const { reason } = OutboundError.from(error);
      log.warn({ ...reasonOf(error), reason }, 'the office server does not answer');
      return reason === 'address_refused' || reason === 'plain_refused' ? 'refused' : 'unreachable';
    }
  }

  function askAgain(): Promise<Answered> {
    running ??= ask()
      .then((found) => {
        const isProblem = typeof found === 'string';
        if (!isProblem) lastKeys = found.keys;
        last = { at: now(), discovery: isProblem ? null : found, problem: isProblem ? found : null };
        return last;
      })
      .finally(() => {
        running = undefined;
      });
    return running;
  }

  const isOlder = ({ at }: Answered, ms: number) => now() - at >= ms;

  return {
    host,

    async view() {
      const known = last ?? (await askAgain());
      // Nobody waits for it again: the next one gets what is found now.
      if (isOlder(known, known.problem === null ? KEPT_MS : RETRY_MS)) void askAgain();
      const { discovery } = known;
      return (
        discovery && {
          edits: (extension) => discovery.edit.has(extension),
          addressOf: (extension, values) => {
            const urlsrc = discovery.edit.get(extension);
            return urlsrc === undefined ? null : toEditorAddress(urlsrc, values);
          },
        }
      );
    },

    async look() {
      const { problem, discovery } = last && !isOlder(last, LOOK_MS) ? last : await askAgain();
      return { problem, extensions: [...(discovery?.edit.keys() ?? [])].toSorted() };
    },

    async keys() {
      if (last === undefined) await askAgain();
      return lastKeys;
    },

    async freshKeys() {
      if (!last || isOlder(last, LOOK_MS)) await askAgain();
      return lastKeys;
    },
  };
}
