import { DEMO_CONTACT_PERSONS, DEMO_LINKS, type DemoSchool, demoNews, TIME_ZONE } from '@kreide/demo';
import type { Insertable, Kysely } from 'kysely';
import { hashPassword } from '../../features/auth/index.ts';
import type { DB } from '../../kernel/data/database.generated.ts';
import type { FileStore } from '../../kernel/files/index.ts';
import { insertAbsences } from './absences.ts';
import { insertClassbook } from './classbook.ts';
import { insertFiles, storeFiles } from './files.ts';
import { DEMO_PASSWORD, DEMO_SCREEN, findDemoSchool } from './found.ts';
import { liveOn, lockDemo } from './life.ts';
import { insertPictures, storePictures } from './news.ts';
import { insertPeople } from './people.ts';
import { recordDemo } from './record.ts';
import { insertTalk } from './talk.ts';
import { openYear } from './year.ts';

let hashed: Promise<string> | undefined;

/** Columns of a demo school beyond those of its invention. */
export type SchoolColumns = Partial<Insertable<DB['schools']>>;

export interface Seeding {
  /** Its plan, its news and its screen are open to everybody. */
  isPublic: boolean;
  /** It has all that the product shows: pictures, files, a class book, absences. */
  isFull: boolean;
  columns?: SchoolColumns;
  /** Of everybody in it; left out: the one of the demo. */
  password?: string;
  /** Is told how much is there, in percent, in no transaction. */
  tell?: (percent: number) => Promise<void>;
  /** Called last in the transaction, with the id of the school: what it throws takes everything back. */
  settle?: (db: Kysely<DB>, id: number) => Promise<void>;
}

/** Makes a demo school, whole or not at all; nothing happens when its short link is taken. */
export async function seedSchool(
  { kysely, store, now }: { kysely: Kysely<DB>; store: FileStore; now: Date },
  demo: DemoSchool,
  { isPublic, isFull, columns = {}, password = DEMO_PASSWORD, tell = async () => {}, settle }: Seeding,
): Promise<void> {
  // Neither a hash nor a file is waited for inside the transaction.
  if (password === DEMO_PASSWORD) hashed ??= hashPassword(password);
  const passwordHash = await (hashed && password === DEMO_PASSWORD ? hashed : hashPassword(password));
  const pictures = isFull ? await storePictures(store, demo.slink, demoNews(demo.plan, now)) : [];
  const files = isFull ? await storeFiles(store, demo, now) : [];
  await tell(15);
  await kysely.transaction().execute(async (db) => {
    await lockDemo(db);
    if (await findDemoSchool(db, demo.slink)) return;
    const { id } = await db
      .insertInto('schools')
      .values({
        name: demo.name,
        slink: demo.slink,
        street: demo.street,
        postal_code: demo.postal_code,
        city: demo.city,
        type: demo.type,
        color: demo.color,
        time_zone: TIME_ZONE,
        is_demo: true,
        features: ['ai_schedule_planner'],
        public_monitor: isPublic,
        public_timetable: isPublic,
        public_news: isPublic,
        webuntis_open: isPublic,
        permissions: isPublic ? ['totp-2fa', 'marketing'] : [],
        public_teacher_names: isPublic ? 'shortcut' : 'none',
        public_replaced_teachers: isPublic,
        public_notes: isPublic,
        ...columns,
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (isPublic)
      await db.insertInto('screens').values({ school_id: id, name: 'Eingangshalle', secret: DEMO_SCREEN }).execute();
    if (isFull) {
      const links = DEMO_LINKS.map((link, index) => ({ ...link, school_id: id, place: index + 1, updated_at: now }));
      await db.insertInto('school_links').values(links).execute();
      const contacts = DEMO_CONTACT_PERSONS.map((person, index) => ({ ...person, school_id: id, place: index + 1 }));
      await db
        .insertInto('contact_persons')
        .values(contacts.map((person) => ({ ...person, updated_at: now })))
        .execute();
    }
    await openYear(db, id, demo, now);
    await tell(30);
    await insertPeople(db, id, demo, passwordHash, now);
    await tell(50);
    await insertTalk(db, id, demo, now);
    await tell(75);
    await insertPictures(db, id, pictures);
    if (files.length > 0) await insertFiles(db, id, files);
    await liveOn(db, id, demo, now);
    await tell(90);
    if (isFull) await insertClassbook(db, id, now);
    if (isFull) await insertAbsences(db, id, now);
    await recordDemo(db, id, isPublic, now);
    await settle?.(db, id);
  });
}
