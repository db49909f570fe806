import { DEMO_CONTACT_PERSONS, DEMO_LINKS, type DemoSchool, demoNews, TIME_ZONE } from '@kreide/demo';
import type { Kysely } from 'kysely';
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

/**
 * Makes a demo school, whole or not at all; nothing happens when its short link is taken. `isPublic`: its plan, its news and its screen
 * are open to everybody, and its news have pictures.
 */
export async function seedSchool(
  { kysely, store, now }: { kysely: Kysely<DB>; store: FileStore; now: Date },
  demo: DemoSchool,
  { isPublic }: { isPublic: boolean },
): Promise<void> {
  // Neither a hash nor a file is waited for inside the transaction.
  hashed ??= hashPassword(DEMO_PASSWORD);
  const passwordHash = await hashed;
  const pictures = isPublic ? await storePictures(store, demo.slink, demoNews(demo.plan, now)) : [];
  const files = isPublic ? await storeFiles(store, demo, now) : [];
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
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    if (isPublic) {
      await db.insertInto('screens').values({ school_id: id, name: 'Eingangshalle', secret: DEMO_SCREEN }).execute();
      const links = DEMO_LINKS.map((link, index) => ({ ...link, school_id: id, place: index + 1, updated_at: now }));
      await db.insertInto('school_links').values(links).execute();
      const contacts = DEMO_CONTACT_PERSONS.map((person, index) => ({ ...person, school_id: id, place: index + 1 }));
      await db
        .insertInto('contact_persons')
        .values(contacts.map((person) => ({ ...person, updated_at: now })))
        .execute();
    }
    await openYear(db, id, demo, now);
    await insertPeople(db, id, demo, passwordHash, now);
    await insertTalk(db, id, demo, now);
    await insertPictures(db, id, pictures);
    if (files.length > 0) await insertFiles(db, id, files);
    await liveOn(db, id, demo, now);
    if (isPublic) await insertClassbook(db, id, now);
    if (isPublic) await insertAbsences(db, id, now);
    await recordDemo(db, id, isPublic, now);
  });
}
