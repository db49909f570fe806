import type { Language, Translate } from '@kreide/core/kernel';
import type { Kysely } from 'kysely';
import * as z from 'zod/mini';
import type { DB } from '../../../kernel/data/database.generated.ts';
import { repeat, task } from '../../../kernel/jobs/index.ts';
import type { Log } from '../../../kernel/log.ts';
import type { TellAdministrators } from '../../users/index.ts';
import { listSamlSchools, noteEnding } from '../queries/endings.ts';
import { findDriver } from '../queries.ts';
import { type Said, toSteps, wrong } from '../said.ts';
import type { IdpDescription } from './metadata.ts';
import type { Providers } from './provider.ts';

/** Administrators are told so long before, ms. */
const BEFORE_MS = 14 * 86_400_000;

interface Ending {
  readonly end: Date;
  readonly said: Said;
}

/**
 * What ends first of what a service is believed by: the certificate that is good for longest, or the metadata. Those that stand at an
 * address are read again every hour: only their certificate counts, until they say themselves that they are over.
 */
export function firstEnding(
  { certificates, valid_until }: IdpDescription,
  isPasted: boolean,
  now: Date,
): Ending | null {
  const isPast = (end: Date) => end.getTime() <= now.getTime();
  const last = certificates.toSorted((a, b) => b.until.getTime() - a.until.getTime())[0];
  const endings: Ending[] = [];
  if (last) {
    const params = { subject: last.subject, until: last.until.toISOString() };
    const word = isPast(last.until) ? 'certificatesOver' : 'certificateSoon';
    endings.push({ end: last.until, said: wrong('certificates', word, params) });
  }
  if (valid_until !== null && (isPasted || isPast(valid_until))) {
    const word = isPast(valid_until) ? 'metadataOver' : 'metadataSoon';
    endings.push({ end: valid_until, said: wrong('metadata', word, { until: valid_until.toISOString() }) });
  }
  const [first] = endings.toSorted((one, other) => one.end.getTime() - other.end.getTime());
  return first && first.end.getTime() - now.getTime() < BEFORE_MS ? first : null;
}

interface EndingParts {
  readonly kysely: Kysely<DB>;
  readonly log: Log;
  readonly providers: Pick<Providers, 'of'>;
  readonly tellAdministrators: TellAdministrators;
}

/** Tells administrators, once for each, before nobody signs in any more. */
export function createEndings({ kysely, log, providers, tellAdministrators }: EndingParts) {
  const look = task('auth-drivers:endings', z.object({}), async (_, { now }) => {
    for (const school_id of await listSamlSchools(kysely)) {
      const driver = (await findDriver(kysely, school_id))?.driver;
      if (!driver) continue;
      const idp = await providers.of(driver, now()).catch((err: unknown) => {
        log.warn({ err, school: school_id }, 'the metadata of a service cannot be read');
        return null;
      });
      const ending = idp && firstEnding(idp, driver.metadata_url === null, now());
      if (!ending) continue;
      await kysely.transaction().execute(async (trx) => {
        if (!(await noteEnding(trx, school_id, ending.end))) return;
        const say = (t: Translate, language: Language) => ({
          subject: t('auth-drivers:ending.subject', { name: driver.name }),
          lines: toSteps([ending.said], t, language).map(({ message }) => message),
          action: t('auth-drivers:ending.action'),
        });
        const page = 'school-data/authentication-driver';
        await tellAdministrators(trx, { school_id, kind: 'certificate', page, say }, now());
      });
    }
  });
  return { tasks: [look], schedule: [repeat(look, '20 5 * * *', {}, { catchUpMs: 86_400_000 })] };
}
