import { type ManagedUser, PARENT_RELATIONS, type ParentRelation, peopleApi } from '@kreide/core/features/users';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { queryOf } from '../../kernel/data.ts';
import { useDebounced } from '../../kernel/use-debounced.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Avatar } from '../../ui/Avatar.tsx';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { ActionRow, RowList } from '../../ui/RowList.tsx';
import { SearchField } from '../../ui/SearchField.tsx';
import { SegmentedControl } from '../../ui/SegmentedControl.tsx';
import { toasts } from '../../ui/toast-store.ts';
import styles from './PersonScreen.module.css';
import { assignChild } from './people-queries.ts';

/** Most people that are offered. */
const OFFERED = 8;

/** Finds the other one of a family by name and links the two. */
export function AssignDialog({ person, onClose }: { person: ManagedUser; onClose: () => void }) {
  const { t } = useTranslation(['users', 'shell']);
  const isPupil = person.type === 'STUDENT';
  const [typed, setTyped] = useState('');
  const [search, setSearch] = useState('');
  const [relation, setRelation] = useState<ParentRelation>('OTHER');
  useDebounced(typed, (text) => setSearch(text.trim()));
  const role = isPupil ? 'PARENT' : 'STUDENT';
  const found = useQuery({
    ...queryOf(peopleApi.list, { query: { search, role, limit: `${OFFERED}` } }),
    enabled: search !== '',
  });
  const assign = useMutation(assignChild);
  const choose = (other: { id: number; displayname: string }) => {
    const [parent, child] = isPupil ? [other.id, person.id] : [person.id, other.id];
    assign.mutate(
      { params: { id: `${parent}` }, body: { child_id: child, relation } },
      {
        onSuccess: () => {
          onClose();
          toasts.show('success', t('done.linked', { name: other.displayname }), { topic: `family ${child} ${parent}` });
        },
      },
    );
  };
  return (
    <Dialog
      isOpen
      title={t(isPupil ? 'family.parentsAdd' : 'family.childsAdd')}
      onClose={onClose}
      closeLabel={t('shell:close')}
      actions={<Button onPress={onClose}>{t('actions.keep')}</Button>}
    >
      <div className={styles.part}>
        <SegmentedControl
          label={t('family.relation')}
          segments={PARENT_RELATIONS.map((key) => ({ key, label: t(`relations.${key}`) }))}
          value={relation}
          onChange={setRelation}
        />
        <SearchField
          autoFocus
          label={t('list.search')}
          placeholder={t('list.searchHint')}
          value={typed}
          onChange={setTyped}
        />
        <div role="status">{search !== '' && found.data?.length === 0 && <p>{t('list.noneTitle')}</p>}</div>
        {search !== '' && found.data && found.data.length > 0 && (
          <RowList label={t('family.found')}>
            {found.data.map((other) => (
              <ActionRow
                key={other.id}
                lead={<Avatar id={other.id} name={[other.firstname, other.lastname]} />}
                text={other.displayname}
                about={other.managed?.username}
                onPress={() => choose(other)}
              />
            ))}
          </RowList>
        )}
      </div>
    </Dialog>
  );
}
