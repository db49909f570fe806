import { isOrigin, SCREEN_ORIGINS_MAXIMUM } from '@kreide/core/features/schools';
import { Form } from '../../kernel/form/Form.tsx';
import { useForm } from '../../kernel/form/use-form.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/TextField.tsx';
import styles from './SchoolSettingsScreen.module.css';

interface FrameOriginsProps {
  origins: readonly string[];
  newest: () => Promise<readonly string[]>;
  /** Saves them, unless they are no longer what they were made from. */
  onChange: (origins: string[], known: string[]) => Promise<void>;
}

const toOrigins = (text: string): string[] =>
  text
    .split(/[\s,;]+/)
    .filter((one) => one !== '')
    .map((one) => one.toLowerCase().replace(/\/+$/, ''));

/** Other sites whose pages may show the school's screens in a frame. */
export function FrameOrigins({ origins, newest, onChange }: FrameOriginsProps) {
  const { t } = useTranslation('schools');
  const toVersion = (all: readonly string[]) => ({ item: all.join(' '), values: { text: all.join(' ') } });
  const latest = toVersion(origins);
  const form = useForm({
    initial: latest.values,
    item: latest.item,
    latest,
    newest: async () => toVersion(await newest()),
    problems: ({ text }) => {
      const wanted = toOrigins(text);
      const isRight = wanted.length <= SCREEN_ORIGINS_MAXIMUM && wanted.every(isOrigin);
      return isRight ? [] : [{ field: 'text', text: t('frames.wrong') }];
    },
    send: ({ text }, known) => onChange(toOrigins(text), toOrigins(known)),
  });

  return (
    <Form form={form} className={styles.group} parts={[{ label: t('frames.label'), show: ({ text }) => text }]}>
      <TextField
        label={t('frames.label')}
        description={t('frames.help')}
        value={form.values.text}
        autoCapitalize="none"
        errorMessage={form.errorOf('text')}
        onChange={(text) => form.change({ text })}
      />
      <div className={styles.actions}>
        <Button type="submit" isDisabled={!form.hasChanges}>
          {t('frames.save')}
        </Button>
      </div>
    </Form>
  );
}
