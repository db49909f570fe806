import { OUTCOMES, type Outcome } from '@kreide/core/features/user-import';
import { LANGUAGES, type Language } from '@kreide/core/kernel';
import { LANGUAGE_NAMES } from '../../kernel/i18n.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { Select } from '../../ui/Select.tsx';
import { Tag, type TagLook } from '../../ui/Tag.tsx';
import styles from './UserCreation.module.css';
import type { Making } from './use-making.ts';

const LOOKS: Record<Outcome, TagLook> = {
  new: 'success',
  waiting: 'success',
  has_account: 'plain',
  archived: 'plain',
  repeated: 'warning',
  ambiguous: 'warning',
  unknown_child: 'warning',
};

interface LetterLanguageProps {
  value: Language;
  onChange: (value: Language) => void;
  hint?: string;
}

/** The language of letters to people whose language nobody knows. */
export function LetterLanguage({ value, onChange, hint }: LetterLanguageProps) {
  const { t } = useTranslation('user-creation');
  return (
    <div>
      <Select
        label={t('fields.language')}
        options={LANGUAGES.map((key) => ({ key, text: LANGUAGE_NAMES[key], lang: key }))}
        value={value}
        onChange={onChange}
      />
      {hint && <p className={styles.hint}>{hint}</p>}
    </div>
  );
}

/** Everybody of the list with what becomes of them, before anybody is made; those who are left out come first. */
export function Outcomes({ making }: { making: Making }) {
  const { t } = useTranslation('user-creation');
  const { checked, problem } = making;
  if (!checked) return null;
  const isMade = (outcome: Outcome) => outcome === 'new' || outcome === 'waiting';
  const made = checked.outcomes.filter(({ outcome }) => isMade(outcome)).length;
  const rows = checked.outcomes.toSorted((a, b) => OUTCOMES.indexOf(b.outcome) - OUTCOMES.indexOf(a.outcome));
  return (
    <Card isRoomy>
      <div className={styles.form}>
        {made === 0 && <p role="status">{t('nothing')}</p>}
        <div className={styles.scroll}>
          <table className={styles.table}>
            <caption>{t('listLabel')}</caption>
            <thead>
              <tr>
                <th scope="col">{t('fields.lastname')}</th>
                <th scope="col">{t('fields.class')}</th>
                <th scope="col">{t('fields.outcome')}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ position, name, class: grade, outcome }) => (
                <tr key={position}>
                  <th scope="row">{name}</th>
                  <td>{grade ?? '–'}</td>
                  <td>
                    <Tag look={LOOKS[outcome]}>{t(`outcomes.${outcome}`)}</Tag>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
        <Problem text={problem} />
        <div className={styles.actions}>
          <Button onPress={making.back}>{t('change')}</Button>
          {made > 0 && (
            <Button look="primary" isPending={making.isMaking} onPress={making.make}>
              {t('make', { number: made })}
            </Button>
          )}
        </div>
      </div>
    </Card>
  );
}
