import { CHOICE_TITLE_MAXIMUM, OPTIONS_MAXIMUM } from '@kreide/core/features/choices';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { TextField } from '../../ui/TextField.tsx';
import styles from './Choices.module.css';
import { type Draft, NEW_OPTION } from './draft.ts';

interface OptionsFieldProps {
  value: Draft['options'];
  errorMessage: string | undefined;
  onChange: (options: Draft['options']) => void;
}

/** What is offered: a name, places, and how many there have to be at least. */
export function OptionsField({ value, errorMessage, onChange }: OptionsFieldProps) {
  const { t } = useTranslation('choices');
  const set = (at: number, values: Partial<Draft['options'][number]>) =>
    onChange(value.map((one, index) => (index === at ? { ...one, ...values } : one)));
  return (
    <section className={styles.screen} aria-label={t('form.options')}>
      <h3>{t('form.options')}</h3>
      <p className={styles.muted}>{t('form.optionsHint')}</p>
      {value.map((option, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a new option has nothing else that names it, and none changes its place.
        <div key={at} className={styles.option}>
          <TextField
            label={t('form.option')}
            value={option.title}
            maxLength={CHOICE_TITLE_MAXIMUM}
            errorMessage={errorMessage === undefined ? undefined : ''}
            onChange={(title) => set(at, { title })}
          />
          <TextField
            label={t('form.capacity')}
            inputMode="numeric"
            value={option.capacity}
            maxLength={3}
            onChange={(capacity) => set(at, { capacity })}
          />
          <TextField
            label={t('form.minimum')}
            inputMode="numeric"
            value={option.minimum}
            maxLength={3}
            onChange={(minimum) => set(at, { minimum })}
          />
          <IconButton
            icon="trash"
            label={t('form.removeOption', { number: at + 1 })}
            onPress={() => onChange(value.filter((_, index) => index !== at))}
          />
        </div>
      ))}
      <Problem text={errorMessage} />
      {value.length < OPTIONS_MAXIMUM && (
        <div>
          <Button icon="plus" onPress={() => onChange([...value, NEW_OPTION])}>
            {t('form.addOption')}
          </Button>
        </div>
      )}
    </section>
  );
}
