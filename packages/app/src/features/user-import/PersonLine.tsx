import type { ImportLine, LineKind } from '@kreide/core/features/user-import';
import { toReason } from '../../kernel/reason.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Icon } from '../../ui/Icon.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { Tag, type TagLook } from '../../ui/Tag.tsx';
import styles from './Import.module.css';
import { useOwnSchool, useRunActions } from './use-run.ts';
import { useWords } from './use-words.ts';

const LOOKS: Readonly<Record<LineKind, TagLook>> = {
  new: 'success',
  changed: 'info',
  unchanged: 'plain',
  missing: 'warning',
  ambiguous: 'accent',
  rejected: 'danger',
};

/** One person: what becomes of them, and what somebody has to say about them. */
export function PersonLine({ line }: { line: ImportLine }) {
  const { t } = useTranslation(['user-import', 'errors']);
  const { born, nameField, nameValue } = useWords();
  const params = useOwnSchool();
  const { keep } = useRunActions();
  const { kind, changes, rejected, places, user_id } = line;
  const at = places.map((place) => t('lines.line', { line: place.line })).join(', ');
  const facts = [line.type && t(`types.${line.type}`), line.class, born(line.birth_date), at]
    .filter(Boolean)
    .join(' · ');
  return (
    <div className={styles.line}>
      <div className={styles.who}>
        <Tag look={LOOKS[kind]}>{t(`kinds.${kind}`)}</Tag>
        <b>{line.name}</b>
        <span className={styles.hint}>{facts}</span>
      </div>
      {changes.length > 0 && (
        <ul className={styles.changes}>
          {changes.map(({ field, before, after }) => (
            <li key={field}>
              <span className={styles.hint}>
                {field === 'children' || field === 'archived' ? t(`fields.${field}`) : nameField(field)}
              </span>
              <span className={styles.before}>{nameValue(field, before)}</span>
              <span className={styles.arrow} role="img" aria-label={t('lines.becomes')}>
                <Icon name="arrowRight" size={16} />
              </span>
              <b>{nameValue(field, after)}</b>
            </li>
          ))}
        </ul>
      )}
      {rejected && (
        <p>{[rejected.text, [rejected.column, rejected.value].filter(Boolean).join(': ')].filter(Boolean).join(' ')}</p>
      )}
      {kind === 'ambiguous' && <Candidates line={line} />}
      {kind === 'missing' && user_id !== null && (
        <Checkbox
          aria-label={`${t('lines.keep')}: ${line.name}`}
          isSelected={line.is_kept}
          isDisabled={keep.isPending}
          onChange={(is_kept) => keep.mutate({ params, body: { user_ids: [user_id], is_kept } })}
        >
          {t('lines.keep')}
        </Checkbox>
      )}
      <Problem text={keep.error && toReason(t, keep.error)} />
    </div>
  );
}

/** Somebody of the list beside those who they may be: nobody is merged before a person has said so. */
function Candidates({ line }: { line: ImportLine }) {
  const { t } = useTranslation(['user-import', 'errors']);
  const { born } = useWords();
  const params = useOwnSchool();
  const { merge, importUsers } = useRunActions();
  const { key, name, candidates } = line;
  if (key === null) return null;
  const isPending = merge.isPending || importUsers.isPending;
  const error = merge.error ?? importUsers.error;
  return (
    <>
      <div className={styles.sides}>
        <div className={styles.side}>
          <span className={styles.hint}>{t('lines.fromFile')}</span>
          <b>{name}</b>
          <span>{[line.class, born(line.birth_date)].filter(Boolean).join(' · ')}</span>
          <Button
            aria-label={`${t('lines.fresh')}: ${name}`}
            isPending={isPending}
            onPress={() => importUsers.mutate({ params, body: { keys: [key] } })}
          >
            {t('lines.fresh')}
          </Button>
        </div>
        {candidates.map((other) => (
          <div key={other.id} className={styles.side}>
            <span className={styles.hint}>
              {t('lines.atSchool')}: {other.text}
            </span>
            <b>{other.name}</b>
            <span>{[other.class, born(other.birth_date)].filter(Boolean).join(' · ')}</span>
            <Button
              icon="check"
              aria-label={`${t('lines.same')}: ${other.name}`}
              isPending={isPending}
              onPress={() => merge.mutate({ params: { ...params, userId: String(other.id) }, body: { key } })}
            >
              {t('lines.same')}
            </Button>
          </div>
        ))}
      </div>
      <Problem text={error && toReason(t, error)} />
    </>
  );
}
