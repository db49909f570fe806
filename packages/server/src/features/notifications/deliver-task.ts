import type { PushKind, PushPayload } from '@kreide/core/features/notifications';
import { PRODUCT } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { FeatureParts } from '../../kernel/feature.ts';
import { enqueue, type RegisteredTask, task } from '../../kernel/jobs/index.ts';
import { countNotifications, listReadNotifications } from '../channels/index.ts';
import { getSchool } from '../schools/index.ts';
import { sendMessage } from './push-message.ts';
import { toPushSender } from './push-sender.ts';
import {
  type DuePush,
  dropStale,
  listDue,
  nextDue,
  type PushResult,
  postpone,
  writeResults,
} from './queries/deliveries.ts';
import { endDevices } from './queries/devices.ts';
import { languageOf } from './receivers.ts';
import { readTiming } from './timing.ts';

const payload = z.object({ school_id: z.int() });
export type DeliverTask = RegisteredTask<z.output<typeof payload>>;

type Parts = Pick<FeatureParts, 'database' | 'clock' | 'texts' | 'appUrl' | 'outbound' | 'log' | 'secret'>;

/** Most messages on their way at the same time. */
const AT_ONCE = 20;
/** After so many tries a message is given up. */
const TRIES_MAXIMUM = 8;
/** Seconds before the second try; doubled for each further one. */
const FIRST_PAUSE = 30;
/** Two orders within this time are one job, ms. */
const SLOT = 5000;

/** Orders the sending of what is due after a delay, in the transaction that wrote it. */
export async function orderDelivery(
  db: Kysely<DB>,
  ordered: DeliverTask,
  schoolId: number,
  delayMs: number,
  now: Date,
) {
  const slot = Math.ceil((now.getTime() + delayMs) / SLOT);
  // One of a school after the other, so that no message is taken twice.
  const queue = `push-${schoolId}`;
  await enqueue(db, ordered, { school_id: schoolId }, { delayMs, queue, key: `push:${schoolId}:${slot}` });
}

/** Runs work on each item, a few at a time. */
async function eachOf<Item>(
  items: readonly Item[],
  atOnce: number,
  work: (item: Item) => Promise<void>,
): Promise<void> {
  const waiting = items.values();
  const line = async () => {
    for (const item of waiting) await work(item);
  };
  await Promise.all(Array.from({ length: atOnce }, line));
}

/**
 * Sends the push messages of a school that are due. Several for one device are one message that says how many; what was
 * read in the meantime is dropped. What fails for a while is tried again, by the time that the push service names.
 */
export function createDeliverTask(parts: Parts): DeliverTask {
  const { database, clock, texts, appUrl, outbound, log } = parts;
  const { kysely } = database;

  async function toPayload(
    pushes: readonly DuePush[],
    school: { name: string; locale: string },
    unread: number,
  ): Promise<PushPayload> {
    const [first] = pushes as [DuePush, ...DuePush[]];
    const lang = languageOf(first, school);
    const t = texts.for(lang);
    const number = pushes.length;
    const body =
      number === 1
        ? t(`notifications:push.${first.kind satisfies PushKind}`)
        : t('notifications:push.many', { number });
    const centre = `/notification-centre${number === 1 && first.message_uuid ? `?n=${first.message_uuid}` : ''}`;
    // Of files nothing stands in the notification centre: the overview has those clouds first into which something came.
    const navigate = appUrl() + (pushes.every(({ kind }) => kind === 'upload') ? '/cloud' : centre);
    const title = school.name || PRODUCT;
    return { web_push: 8030, notification: { title, body, navigate, tag: first.topic, lang }, app_badge: unread };
  }

  /** A holiday may have been added since: what is to wait longer is put off. */
  async function withoutQuiet(schoolId: number, listed: readonly DuePush[]): Promise<DuePush[]> {
    if (listed.length === 0) return [];
    const now = clock.now();
    const timing = await readTiming(kysely, schoolId, [...new Set(listed.map(({ user_id }) => user_id))]);
    const timed = listed.map((push) => ({
      push,
      at: timing.earliest(push.user_id, push.kind, push.is_urgent, now) ?? now,
    }));
    const later = timed.filter(({ at }) => at.getTime() > now.getTime());
    await postpone(
      kysely,
      schoolId,
      later.map(({ push, at }) => ({ id: push.id, not_before: at.toISOString() })),
    );
    return timed.flatMap(({ push, at }) => (at.getTime() > now.getTime() ? [] : [push]));
  }

  function toResult(
    pushes: readonly DuePush[],
    answer: Awaited<ReturnType<typeof sendMessage>>,
    now: Date,
  ): PushResult {
    const ids = pushes.map(({ id }) => id);
    if (answer.state !== 'RETRY') return { ids, state: answer.state, code: answer.code, not_before: null };
    const tries = Math.max(...pushes.map((push) => push.tries)) + 1;
    const seconds = Math.max(answer.afterSeconds ?? 0, FIRST_PAUSE * 2 ** (tries - 1));
    const at = now.getTime() + seconds * 1000;
    const isOver = tries >= TRIES_MAXIMUM || pushes.every((push) => Date.parse(push.expires_at) <= at);
    if (isOver) return { ids, state: 'FAILED', code: answer.code, not_before: null };
    return { ids, state: 'WAITING', code: answer.code, not_before: new Date(at).toISOString() };
  }

  const self: DeliverTask = task('notifications:deliver', payload, async ({ school_id }, { signal }) => {
    const isRead = (uuids: readonly string[]) => listReadNotifications(kysely, school_id, uuids);
    await dropStale(kysely, school_id, isRead, clock.now());
    const listed = await listDue(kysely, school_id, clock.now());
    const due = await withoutQuiet(school_id, listed);
    if (due.length > 0) {
      const sender = toPushSender(parts);
      const school = await getSchool(kysely, school_id);
      const counted = await countNotifications(kysely, school_id, [...new Set(due.map(({ user_id }) => user_id))]);
      const unread = new Map(counted.map(({ user_id, unread_count }) => [user_id, unread_count]));
      const devices = [...Map.groupBy(due, ({ device_id }) => device_id)];
      const results: PushResult[] = [];
      const gone: number[] = [];
      await eachOf(devices, AT_ONCE, async ([device, pushes]) => {
        if (signal.aborted) return;
        const [{ token, topic, user_id }] = pushes as [DuePush];
        const now = clock.now();
        const expires = Math.max(...pushes.map(({ expires_at }) => Date.parse(expires_at)));
        const message = { token, topic, ttl: (expires - now.getTime()) / 1000 };
        const content = await toPayload(pushes, school, unread.get(user_id) ?? 0);
        const answer = await sendMessage(outbound, sender, { ...message, payload: content }, now);
        if (answer.state === 'GONE') gone.push(device);
        if (answer.state === 'REFUSED')
          log.error({ code: answer.code, device }, 'a push service refuses messages of this installation');
        results.push(toResult(pushes, answer, now));
      });
      await kysely.transaction().execute(async (db) => {
        await writeResults(db, school_id, results, clock.now());
        await endDevices(db, school_id, gone, clock.now());
      });
    }
    const next = await nextDue(kysely, school_id);
    if (next !== null) {
      const now = clock.now();
      await orderDelivery(kysely, self, school_id, Math.max(0, Date.parse(next) - now.getTime()), now);
    }
  });
  return self;
}
