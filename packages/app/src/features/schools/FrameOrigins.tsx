import { isOrigin, SCREEN_ORIGINS_MAXIMUM } from '@kreide/core/features/schools';
import { type FormEvent, useState } from 'react';
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
  const [typed, setTyped] = useState<string | null>(null);
  const [isWrong, setWrong] = useState(false);

  function submit(event: FormEvent) {
    event.preventDefault();
    const wanted = toOrigins(typed ?? kept);
    const isRight = wanted.length <= SCREEN_ORIGINS_MAXIMUM && wanted.every(isOrigin);
    setWrong(!isRight);
    if (!isRight) return;
    setTyped(null);
    onChange(wanted);
  }

  return (
    <form className={styles.group} onSubmit={submit}>
      <TextField
        label={t('frames.label')}
        description={t('frames.help')}
        value={typed ?? kept}
        autoCapitalize="none"
        errorMessage={isWrong ? t('frames.wrong') : undefined}
        onChange={(text) => {
          setTyped(text);
          setWrong(false);
        }}
      />
      <div className={styles.actions}>
        <Button type="submit" isDisabled={(typed ?? kept) === kept}>
          {t('screens.save')}
        </Button>
      </div>
    </form>
  );
}
