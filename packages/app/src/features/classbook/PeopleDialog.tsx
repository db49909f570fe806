import type { EntryUser } from '@kreide/core/features/classbook';
import { useState } from 'react';
import { toldApart } from '../../kernel/told-apart.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import styles from './Classbook.module.css';

interface PeopleDialogProps {
  people: readonly EntryUser[];
  chosen: readonly number[];
  onChange: (chosen: number[]) => void;
  onClose: () => void;
}

/** How a name is compared while it is searched. */
const fold = (text: string) => text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '');

/** Chooses whom a notice is about, with a search over names and classes (T-5.03). */
export function PeopleDialog({ people, chosen, onChange, onClose }: PeopleDialogProps) {
  const { t } = useTranslation('classbook');
  const [search, setSearch] = useState('');
  const words = fold(search).split(/\s+/).filter(Boolean);
  const found = people.filter(({ meta }) => words.every((word) => fold(toldApart(meta)).includes(word)));
  const toggle = (id: number, isChosen: boolean) =>
    onChange(isChosen ? [...chosen, id] : chosen.filter((one) => one !== id));
  return (
    <Dialog
      isOpen
      title={t('notice.chooseUsers')}
      onClose={onClose}
      closeLabel={t('close')}
      actions={
        <Button look="primary" onPress={onClose}>
          {t('notice.done')}
        </Button>
      }
    >
      <div className={styles.form}>
        <SearchField label={t('notice.searchUsers')} value={search} onChange={setSearch} />
        {found.length === 0 && <p className={styles.muted}>{t('notice.nobodyFound')}</p>}
        <ul className={styles.rows} aria-label={t('notice.chooseUsers')}>
          {found.map(({ id, meta }) => (
            <li key={id} className={styles.check}>
              <Checkbox isSelected={chosen.includes(id)} onChange={(isChosen) => toggle(id, isChosen)}>
                {toldApart(meta)}
              </Checkbox>
            </li>
          ))}
        </ul>
      </div>
    </Dialog>
  );
}
