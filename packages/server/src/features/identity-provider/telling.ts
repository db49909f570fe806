import { randomUUID } from 'node:crypto';
import type { TellFailure } from '@kreide/core/features/identity-provider';
import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import type { DB } from '../../kernel/data/database.generated.ts';
import { enqueue, type RegisteredTask, type TaskContext, task } from '../../kernel/jobs/index.ts';
import { type Outbound, OutboundError, type OutboundReason } from '../../kernel/outbound/index.ts';
import { getSchool } from '../schools/index.ts';
import type { Providers, SchoolProvider } from './provider.ts';
import { type ClientRow, listClients, noteTold } from './queries/clients.ts';
import { giveUp, listSignOuts, listUntold, noteTried, removeSignOut, type SignOut } from './queries/sign-outs.ts';
import { findTenantOn } from './queries/tenants.ts';

/** How long a program that cannot be told is tried again, ms. */
const PATIENCE_MS = 6 * 3_600_000;
/** After the last attempt of a job another one goes on so much later, ms. */
const AGAIN_MS = 3_600_000;
/** So many answers in a row that are none, and the rest waits. */
const REFUSALS_MAXIMUM = 3;
const BATCH = 100;
const LIMITS = { maxBytes: Number.MAX_SAFE_INTEGER, maxRedirects: 0, timeoutMs: 5000 };
const EVENT = 'http://schemas.openid.net/event/backchannel-logout';

const FAILURES: Readonly<Record<OutboundReason, TellFailure>> = {
  address_refused: 'address',
  invalid_address: 'address',
  plain_refused: 'address',
  redirect_refused: 'elsewhere',
  too_many_redirects: 'elsewhere',
  too_large: 'answer',
  timeout: 'timeout',
  unreachable: 'unreachable',
  unresolvable: 'unresolvable',
  untrusted: 'untrusted',
};

interface Failed {
  readonly failure: TellFailure;
  readonly failed_status: number | null;
}

/** What a program can verify (`logout_token`): which sign-in has ended, by the name that it has for it. */
async function signToken({ provider }: SchoolProvider, program: ClientRow, { person, sid }: SignOut): Promise<string> {
  const client = await provider.Client.find(program.client);
  const token = new provider.IdToken({ sub: person }, { client, ctx: undefined } as never);
  // Turns the account into the name by which the program knows it.
  Object.assign(token, { mask: { sub: null } });
  for (const [claim, value] of Object.entries({ events: { [EVENT]: {} }, jti: randomUUID(), sid }))
    token.set(claim, value);
  return token.issue({ use: 'logout' });
}

/** Tells a program; null: it has heard it. */
async function send(outbound: Outbound, url: string, logout_token: string): Promise<Failed | null> {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' };
  const call = { url, method: 'POST', headers, body: `${new URLSearchParams({ logout_token })}` } as const;
  try {
    // What it writes beside its status nobody reads.
    const { status, body } = await outbound.open({ ...call, ...LIMITS });
    body.destroy();
    return status === 200 || status === 204 ? null : { failure: 'answer', failed_status: status };
  } catch (thrown) {
    return { failure: FAILURES[OutboundError.from(thrown).reason], failed_status: null };
  }
}

interface TellParts {
  readonly kysely: Kysely<DB>;
  readonly providers: Providers;
  readonly outbound: Outbound;
}

/**
 * Tells the programs of a school who has signed out here, or cannot sign in any more (OpenID Connect Back-Channel Logout 1.0).
 * The database orders it with whatever ends a sign-in.
 */
export function createTellTask({ kysely, providers, outbound }: TellParts) {
  /** @returns whether somebody is left of whom the program has to be told later */
  async function tellAll(one: SchoolProvider, program: ClientRow, { now, log, signal }: TaskContext) {
    const of = { school_id: program.school_id, client_id: program.id };
    await giveUp(kysely, of, new Date(now().getTime() - PATIENCE_MS));
    const left: number[] = [];
    let refusals = 0;
    while (refusals < REFUSALS_MAXIMUM) {
      const [next, ...more] = await listSignOuts(kysely, of, left, BATCH);
      if (!next) break;
      for (const row of [next, ...more]) {
        signal.throwIfAborted();
        const token = await signToken(one, program, row);
        const failed = await send(outbound, program.backchannel_uri ?? '', token);
        if (failed) {
          log.warn({ ...of, ...failed }, 'a program could not be told who has signed out');
          left.push(row.id);
          refusals = failed.failure === 'answer' ? refusals + 1 : REFUSALS_MAXIMUM;
          await noteTried(kysely, of, failed.failure === 'answer' ? row.id : null, now());
          await noteTold(kysely, program, { ...failed, failed_at: now().toISOString() });
          if (refusals >= REFUSALS_MAXIMUM) break;
        } else {
          refusals = 0;
          // In this order: where the task ends in between, the program is told once more, and nobody reads that it never was.
          await noteTold(kysely, program, { told_at: now().toISOString() });
          await removeSignOut(kysely, row);
        }
      }
    }
    return left.length > 0;
  }

  const tell: RegisteredTask<{ school_id: number }> = task(
    'identity-provider:tell',
    z.object({ school_id: z.int() }),
    async ({ school_id }, context) => {
      const tenant = await findTenantOn(kysely, (await getSchool(kysely, school_id)).uuid);
      const one = tenant && (await providers.of(tenant));
      const programs = (await listClients(kysely, school_id)).filter(
        ({ is_on, backchannel_uri }) => is_on && backchannel_uri,
      );
      const told = (await listUntold(kysely, school_id)).map(async (client_id) => {
        const program = programs.find(({ id }) => id === client_id);
        if (one && program) return tellAll(one, program, context);
        await giveUp(kysely, { school_id, client_id }, null);
        return false;
      });
      if (!(await Promise.all(told)).some((isLeft) => isLeft)) return;
      if (!context.isLastAttempt) throw new Error('a program could not be told');
      const options = {
        queue: `identity-${school_id}`,
        key: `identity-provider:tell again ${school_id}`,
        delayMs: AGAIN_MS,
      };
      await enqueue(kysely, tell, { school_id }, options);
    },
  );
  return tell;
}
