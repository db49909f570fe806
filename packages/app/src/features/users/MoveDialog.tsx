import { type ManagedSchool, type ManagedUser, movingApi, peopleApi } from '@kreide/core/features/users';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { mutationOf } from '../../kernel/data.ts';
import { toReason } from '../../kernel/reason.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { ChoiceList } from '../../ui/ChoiceList.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { toasts } from '../../ui/toast-store.ts';

interface MoveDialogProps {
  person: Pick<ManagedUser, 'id' | 'displayname'>;
  schools: readonly ManagedSchool[];
  onClose: () => void;
}

/** The account of a person goes to another school where the caller manages people too (P-6.15). */
export function MoveDialog({ person, schools, onClose }: MoveDialogProps) {
  const { t } = useTranslation(['users', 'shell', 'errors']);
  const navigate = useNavigate();
  const [chosen, setChosen] = useState(schools.length === 1 ? `${schools[0]?.id}` : null);
  const school = schools.find(({ id }) => `${id}` === chosen);
  const move = useMutation({
    ...mutationOf(movingApi.moveSchool, { touches: [peopleApi.list], messages: false }),
    onSuccess: async () => {
      toasts.show('success', t('move.done', { name: person.displayname, school: school?.name ?? '' }));
      await navigate('/users');
    },
  });
  return (
    <Dialog
      isOpen
      title={t('move.title', { name: person.displayname })}
      onClose={onClose}
      closeLabel={t('shell:close')}
      actions={
        <>
          <Button onPress={onClose}>{t('actions.keep')}</Button>
          <Button
            look="primary"
            icon="arrowRight"
            isDisabled={!school}
            isPending={move.isPending}
            onPress={() => school && move.mutate({ params: { id: `${person.id}` }, body: { school_id: school.id } })}
          >
            {t('actions.move')}
          </Button>
        </>
      }
    >
      <ChoiceList
        label={t('move.school')}
        options={schools.map(({ id, name }) => ({ key: `${id}`, text: name }))}
        value={chosen}
        onChange={setChosen}
      />
      <p>{t('move.question')}</p>
      <Problem text={move.error && (move.error.code === 'account_taken' ? t('move.taken') : toReason(t, move.error))} />
    </Dialog>
  );
}
