import type { ComparedPerson, DoublePerson, MergeField } from '@kreide/core/features/doubles';
import { type Role, toLocal, writeDate } from '@kreide/core/kernel';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';

const SEXES = ['FEMALE', 'MALE', 'DIVERSE', 'NONE'] as const;
const isSex = (value: string): value is (typeof SEXES)[number] => (SEXES as readonly string[]).includes(value);

/** What is known of accounts, in words. */
export function useSaid() {
  const { t, language } = useTranslation(['doubles', 'users']);
  const { time_zone } = useSelf().school;
  const day = (date: string) => writeDate(language, date, 'long');
  const dayOf = (instant: string) => day(toLocal(new Date(instant), time_zone).date);
  const nothing = t('compare.nothing');

  function value(field: MergeField, said: string | null): string {
    if (said === null) return nothing;
    if (field === 'sex' && isSex(said)) return t(`sex.${said}`);
    if (field === 'language') return new Intl.DisplayNames([language], { type: 'language' }).of(said) ?? said;
    return said;
  }

  /** A line below the name: what tells the two apart at a glance. */
  function detail({ username, class: name, birth_date, email }: DoublePerson): string {
    const said = [username, name, birth_date && day(birth_date), email];
    return said.filter(Boolean).join(' · ');
  }

  /** All that is shown of both beside each other, line by line. */
  function facts(people: readonly [ComparedPerson, ComparedPerson]) {
    const of = (key: FactKey, say: (person: ComparedPerson) => string | null | undefined) => ({
      name: t(`facts.${key}`),
      values: people.map((person) => say(person) || nothing),
    });
    return [
      of('username', ({ username }) => username),
      of('role', ({ role }) => t(`users:roles.${role as Role}`)),
      of('birth_date', ({ birth_date }) => birth_date && day(birth_date)),
      of('class', (person) => person.class),
      of('email', ({ email }) => email),
      of('family', ({ family }) => family.join(', ')),
      of('keys', ({ keys }) => keys.map(({ source, key }) => `${source}: ${key}`).join(', ')),
      of('ways', ({ ways, is_locked }) =>
        [...ways.map((way) => t(`ways.${way}`)), ...(is_locked ? [t('facts.locked')] : [])].join(', '),
      ),
      of('last_used_at', ({ last_used_at }) => (last_used_at === null ? t('facts.never') : dayOf(last_used_at))),
      of('created_at', ({ created_at }) => dayOf(created_at)),
    ].filter(({ values }) => values.some((said) => said !== nothing));
  }
  return { value, detail, facts, dayOf };
}
type FactKey =
  | 'username'
  | 'role'
  | 'birth_date'
  | 'class'
  | 'email'
  | 'family'
  | 'keys'
  | 'ways'
  | 'last_used_at'
  | 'created_at';
