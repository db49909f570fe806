import { CHANNEL_COLOURS, hueOf } from '@kreide/core/features/channels';
import { HUES, type Hue } from '@kreide/core/kernel';
import { useId } from 'react';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import styles from './ColourChoice.module.css';

interface ColourChoiceProps {
  /** The picture of the channel, as it will be. */
  letters: string;
  /** Draws the tint where none is chosen. */
  id: number;
  value: string | null;
  onChange: (color: string | null) => void;
}

/** The name of the colour of a channel. */
export const nameOfColour = (color: string | null): Hue | 'none' => HUES[(hueOf(color) ?? 0) - 1] ?? 'none';

/** The colour of a channel's picture, chosen by how it looks; radio buttons of the browser. */
export function ColourChoice({ letters, id, value, onChange }: ColourChoiceProps) {
  const { t } = useTranslation('channels');
  const [group, title] = [useId(), useId()];
  const chosen = nameOfColour(value);
  return (
    <div role="radiogroup" aria-labelledby={title} className={styles.choice}>
      <span id={title} className={styles.title}>
        {t('form.colour')}
      </span>
      {(['none', ...HUES] as const).map((name) => {
        const color = name === 'none' ? null : CHANNEL_COLOURS[name];
        return (
          <label key={name} className={styles.colour} title={t(`colours.${name}`)}>
            <input
              type="radio"
              name={group}
              aria-label={t(`colours.${name}`)}
              checked={name === chosen}
              onChange={() => onChange(color)}
            />
            <Avatar id={id} name={[letters]} hue={hueOf(color)} isGroup />
          </label>
        );
      })}
    </div>
  );
}
