import { useEffect, useRef } from 'react';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { toNames } from '../../ui/names.ts';
import styles from './Mentions.module.css';
import { type Mentionable, optionOf } from './use-mentions.ts';

interface MentionListProps {
  id: string;
  people: readonly Mentionable[];
  active: number;
  onChoose: (person: Mentionable) => void;
}

/** The names that can be mentioned; the field has the focus and says which one the keys are at. */
export function MentionList({ id, people, active, onChoose }: MentionListProps) {
  const { t } = useTranslation('chat');
  const list = useRef<HTMLDivElement>(null);
  useEffect(() => {
    list.current?.children[active]?.scrollIntoView({ block: 'nearest' });
  }, [active]);
  return (
    <div ref={list} id={id} role="listbox" tabIndex={-1} aria-label={t('mentions.list')} className={styles.list}>
      {people.map((person, place) => (
        // The keys of the field move among them.
        // biome-ignore lint/a11y/useKeyWithClickEvents: see above
        // biome-ignore lint/a11y/useFocusableInteractive: see above
        <div
          key={person.id}
          id={optionOf(id, person)}
          role="option"
          aria-selected={place === active}
          className={styles.person}
          // The field keeps the focus.
          onPointerDown={(event) => event.preventDefault()}
          onClick={() => onChoose(person)}
        >
          <Avatar id={person.id} name={toNames(person.displayname)} size="s" />
          <span>{person.displayname}</span>
        </div>
      ))}
    </div>
  );
}
