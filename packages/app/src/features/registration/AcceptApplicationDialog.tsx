import { type AcceptedApplication, type Application, applicationApi } from '@kreide/core/features/registration';
import { structureApi } from '@kreide/core/features/structure';
import { ApiError } from '@kreide/core/kernel';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { mutationOf, queryOf } from '../../kernel/data.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { Select } from '../../ui/Select.tsx';
import { useProblemWords } from '../auth/index.ts';
import { toLabel } from './ChoiceSteps.tsx';
import styles from './Keys.module.css';

interface AcceptApplicationDialogProps {
  application: Application;
  onMade: (made: AcceptedApplication) => void;
  onClose: () => void;
}

const LATER = '';

/** Takes somebody in: a pupil into a grade, if it is known already. */
export function AcceptApplicationDialog({ application, onMade, onClose }: AcceptApplicationDialogProps) {
  const { t } = useTranslation(['registration', 'shell']);
  const toWords = useProblemWords();
  const { firstname, lastname, email, type } = application;
  const isPupil = type === 'STUDENT';
  const [grade, setGrade] = useState<string>(LATER);
  const [problem, setProblem] = useState<string | null>(null);
  const grades = useQuery({ ...queryOf(structureApi.listGrades, {}), enabled: isPupil }).data ?? [];
  const accept = useMutation({
    ...mutationOf(applicationApi.acceptApplication, { messages: false, touches: [applicationApi.listApplications] }),
    onSuccess: onMade,
    onError: (thrown) => {
      const error = ApiError.from(thrown);
      setProblem(error.issues[0]?.message ?? toWords(error));
    },
  });
  return (
    <Dialog
      isOpen
      title={t('applications.acceptTitle', { name: `${firstname} ${lastname}` })}
      onClose={onClose}
      closeLabel={t('shell:close')}
      actions={
        <>
          <Button onPress={onClose}>{t('keys.cancel')}</Button>
          <Button
            look="primary"
            isPending={accept.isPending}
            onPress={() =>
              accept.mutate({
                params: { id: `${application.id}` },
                body: { grade_id: grade === LATER ? null : Number(grade) },
              })
            }
          >
            {t('applications.accept')}
          </Button>
        </>
      }
    >
      <div className={styles.form}>
        <p>{t('applications.acceptText', { email })}</p>
        {isPupil && grades.length > 0 && (
          <Select
            label={t('grade.title')}
            options={[
              { key: LATER, text: t('applications.gradeLater') },
              ...grades.map((one) => ({ key: `${one.id}`, text: toLabel(one) })),
            ]}
            value={grade}
            onChange={setGrade}
          />
        )}
        <Problem text={problem} />
      </div>
    </Dialog>
  );
}
