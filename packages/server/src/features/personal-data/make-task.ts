import { Readable } from 'node:stream';
import { DEFAULT_LANGUAGE, isLanguage } from '@kreide/core/kernel';
import * as z from 'zod/mini';
import type { FeatureParts } from '../../kernel/feature.ts';
import { toEntryNames, writeArchive } from '../../kernel/files/archive.ts';
import { type RegisteredTask, task } from '../../kernel/jobs/index.ts';
import { getSchool } from '../schools/index.ts';
import type { SendLetter } from '../settings/index.ts';
import { findProfile } from '../users/index.ts';
import { collect, type PersonalSource } from './collect.ts';
import { writePage } from './page.ts';
import { type ArchiveKey, findWaiting, listOver, removeArchive, updateArchive } from './queries/archives.ts';
import { getRetention } from './queries/retention.ts';

/** ZIP without its later additions cannot be larger than 4 GB. */
const ARCHIVE_MAXIMUM = 3 * 1024 ** 3;
const DAY_MS = 24 * 60 * 60 * 1000;
/** Percent that stand for reading the tables; the rest is for writing the files. */
const READ_SHARE = 80;

const payload = z.object({ school_id: z.int(), id: z.int() });

interface MakeParts extends Pick<FeatureParts, 'database' | 'store' | 'texts' | 'brandOf' | 'appUrl'> {
  readonly sources: () => readonly PersonalSource[];
  readonly send: SendLetter;
}
export type MakeTask = RegisteredTask<ArchiveKey>;

/** Makes an archive; who asked for it is told by mail, and so is the person when that is somebody else. */
export function createMakeTask({ database, store, texts, brandOf, appUrl, sources, send }: MakeParts): MakeTask {
  const { kysely } = database;

  async function make(key: ArchiveKey, now: Date): Promise<void> {
    const archive = await findWaiting(kysely, key);
    const profile = archive && (await findProfile(kysely, archive));
    if (!archive || !profile) return;
    const school = await getSchool(kysely, key.school_id);
    const language = [profile.locale, school.locale].find(isLanguage) ?? DEFAULT_LANGUAGE;
    const t = texts.for(language);
    const told = async (part: number) =>
      void (await updateArchive(kysely, key, { progress: Math.round(part * READ_SHARE) }));
    const collected = await collect(kysely, archive, { sources: sources(), t, told });
    const fileNames = toEntryNames(collected.files.map(({ name }) => name));
    const { time_zone, name } = school;
    const parts = { language, t, time_zone, school: name, brand: brandOf(school.app_branding), now, fileNames };
    const data = {
      school: name,
      created_at: now.toISOString(),
      data: Object.fromEntries(collected.tables),
      files: fileNames,
    };
    const entries = [
      { name: 'index.html', content: writePage(collected, parts) },
      { name: 'data.json', content: `${JSON.stringify(data, null, 2)}\n` },
      ...collected.files.map(({ uuid }, index) => ({
        name: fileNames[index] ?? uuid,
        content: async () => ((await store.has(uuid)) ? store.open(uuid) : Readable.from([])),
      })),
    ];
    const { size } = await store.put(archive.file_uuid, writeArchive(entries, now), ARCHIVE_MAXIMUM);
    const { archives: count } = await getRetention(kysely, key.school_id);
    const isKept = await kysely.transaction().execute(async (trx) => {
      const expires_at = new Date(now.getTime() + count * DAY_MS).toISOString();
      if (!(await updateArchive(trx, key, { state: 'READY', progress: 100, size, expires_at }))) return false;
      const isOwn = archive.created_by === archive.user_id;
      const to = { kind: 'personal-data', recipients: [profile.email], seconds: count * 86_400 } as const;
      await send(trx, archive, to, now, (say, by) => ({
        subject: say('personal-data:mail.subject'),
        lines: [
          isOwn ? say('personal-data:mail.ready', { count }) : say('personal-data:mail.bySchool', { school: by }),
          ...(isOwn ? [] : [say('personal-data:mail.ready', { count })]),
        ],
        action: { text: say('personal-data:mail.action'), url: `${appUrl()}/settings/self/personal-data` },
      }));
      return true;
    });
    // The person was erased in the meantime.
    if (!isKept) await store.remove(archive.file_uuid);
  }

  return task(
    'personal-data:make',
    payload,
    async (key, { now, isLastAttempt }) => {
      try {
        await make(key, now());
      } catch (thrown) {
        if (isLastAttempt) await updateArchive(kysely, key, { state: 'FAILED' });
        throw thrown;
      }
    },
    { attempts: 3 },
  );
}

/** Removes archives whose time is over, with their content; returns their number. */
export async function pruneArchives({ database, store }: Pick<FeatureParts, 'database' | 'store'>, now: Date) {
  const over = await listOver(database.kysely, now);
  for (const archive of over) {
    await store.remove(archive.file_uuid);
    await removeArchive(database.kysely, archive);
  }
  return over.length;
}
