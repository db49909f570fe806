import { isOrigin, SCREEN_ORIGINS_MAXIMUM } from '@kreide/core/features/schools';
import { Form } from '../../kernel/form/Form.tsx';
import { useForm } from '../../kernel/form/use-form.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { TextField } from '../../ui/TextField.tsx';
import styles from './SchoolSettingsScreen.module.css';

interface FrameOriginsProps {
  origins: readonly string[];
  onChange: (origins: string[]) => void;
}

const toOrigins = (text: string): string[] =>
  text
    .split(/[\s,;]+/)
    .filter((one) => one !== '')
    .map((one) => one.toLowerCase().replace(/\/+$/, ''));

/** Other sites whose pages may show the school's screens in a frame. */
export function FrameOrigins({ origins, onChange }: FrameOriginsProps) {
  const { t } = useTranslation('schools');
  const kept = origins.join(' ');
  const form = useForm({
    initial: { text: kept },
    item: kept,
    latest: { item: kept, values: { text: kept } },
    problems: ({ text }) => {
      const wanted = toOrigins(text);
      const isRight = wanted.length <= SCREEN_ORIGINS_MAXIMUM && wanted.every(isOrigin);
      return isRight ? [] : [{ field: 'text', text: t('frames.wrong') }];
    },
    send: async ({ text }) => onChange(toOrigins(text)),
  });

  return (
    <Form form={form} className={styles.group}>
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
