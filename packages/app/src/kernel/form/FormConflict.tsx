import { useEffect, useId, useRef } from 'react';
import { Button } from '../../ui/Button.tsx';
import { useTranslation } from '../use-translation.ts';
import styles from './FormConflict.module.css';

/** A part of a form as a conflict shows it: its name, and what it says. */
export interface ConflictPart<Values> {
  label: string;
  show: (values: Values) => string | undefined;
}

/** What a conflict needs of a form. */
export interface ConflictingForm<Values> {
  values: Values;
  conflict: { values: Values } | null;
  isPending: boolean;
  keepMine: () => Promise<void>;
  takeTheirs: () => void;
}

interface FormConflictProps<Values> {
  form: ConflictingForm<Values>;
  parts: readonly ConflictPart<Values>[];
}

/** Somebody else has saved meanwhile: both versions where they differ, and the choice between them. */
export function FormConflict<Values>({ form, parts }: FormConflictProps<Values>) {
  const { values: mine, conflict, isPending, keepMine, takeTheirs } = form;
  const { t } = useTranslation('form');
  const heading = useId();
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  if (!conflict) return null;
  const both = parts.map(({ label, show }) => ({ label, mine: show(mine), theirs: show(conflict.values) }));
  return (
    <section className={styles.conflict} aria-labelledby={heading}>
      <div role="alert">
        <h3 id={heading} tabIndex={-1} data-conflict ref={title}>
          {t('conflict.title')}
        </h3>
        <p className={styles.about}>{t('conflict.text')}</p>
      </div>
      {both
        .filter((one) => one.mine !== one.theirs)
        .map((one) => (
          <dl key={one.label} className={styles.part} aria-label={one.label}>
            <dt>{t('conflict.mine', { part: one.label })}</dt>
            <dd>{one.mine || t('conflict.empty')}</dd>
            <dt>{t('conflict.theirs', { part: one.label })}</dt>
            <dd>{one.theirs || t('conflict.empty')}</dd>
          </dl>
        ))}
      <div className={styles.choice}>
        <Button isPending={isPending} onPress={() => void keepMine()}>
          {t('conflict.keepMine')}
        </Button>
        <Button onPress={takeTheirs}>{t('conflict.takeTheirs')}</Button>
      </div>
    </section>
  );
}
