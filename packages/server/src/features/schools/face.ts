import type { School } from '@kreide/core/features/schools';
import { DEFAULT_LANGUAGE, isLanguage } from '@kreide/core/kernel';
import type { SchoolFace } from './queries.ts';

/** The public data of a school. */
export function toSchool(row: SchoolFace): School {
  return {
    id: row.id,
    uuid: row.uuid,
    name: row.name,
    city: row.city,
    slink: row.slink,
    app_branding: row.app_branding,
    color: row.color,
    locale: isLanguage(row.locale) ? row.locale : DEFAULT_LANGUAGE,
    time_zone: row.time_zone,
    is_beta: row.is_beta,
    is_locked: row.is_locked,
  };
}
