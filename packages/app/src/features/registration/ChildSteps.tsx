import { registrationApi } from '@kreide/core/features/registration';
import { PARENT_RELATIONS, type ParentRelation } from '@kreide/core/features/users';
import { ApiError } from '@kreide/core/kernel';
import { useState } from 'react';
import { call } from '../../kernel/reading.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { ChoiceList } from '../../ui/ChoiceList.tsx';
import { useProblemWords } from '../auth/index.ts';
import { NameFields, useNames } from './NameFields.tsx';
import { StepForm, type StepProps } from './StepForm.tsx';

/** The name of the child, which the parent knows (P-2.52). */
export function ChildCredentialsStep({ progress, onDone, onBack }: StepProps) {
  const { t } = useTranslation('registration');
  const toWords = useProblemWords();
  const entry = useNames({ lastname: progress.entered.lastname, ...progress.entered.child });
  const [isPending, setPending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);

  async function submit(): Promise<boolean> {
    setProblem(null);
    if (!entry.check()) return false;
    const child = entry.names;
    setPending(true);
    try {
      const body = { code: progress.code, ...child };
      onDone({ child }, await call(registrationApi.checkChild, { body }, { messages: false }));
      return true;
    } catch (thrown) {
      setProblem(toWords(ApiError.from(thrown)));
      return false;
    } finally {
      setPending(false);
    }
  }

  return (
    <StepForm
      title={t('child.title')}
      intro={t('child.intro')}
      problem={problem}
      isPending={isPending}
      onBack={onBack}
      onSubmit={submit}
    >
      <NameFields entry={entry} of="child" />
    </StepForm>
  );
}

/** The child that was found, and what the parent is to it (P-2.53). */
export function ChildConfirmationStep({ progress, onDone, onBack }: StepProps) {
  const { t } = useTranslation('registration');
  const { child, entered } = progress;
  const [relation, setRelation] = useState<ParentRelation>(entered.relation ?? 'OTHER');
  const name = child?.displayname ?? '';
  return (
    <StepForm
      title={t('child.confirmTitle')}
      intro={t('child.confirmIntro', { name })}
      onBack={onBack}
      onSubmit={() => {
        onDone({ relation });
        return true;
      }}
    >
      <p>
        <strong>{name}</strong>
        <br />
        {child?.grade ? t('child.inGrade', { grade: child.grade }) : t('child.noGrade')}
      </p>
      <RelationChoice value={relation} onChange={setRelation} />
    </StepForm>
  );
}

/** Father, mother or another guardian. */
export function RelationChoice(props: { value: ParentRelation; onChange: (relation: ParentRelation) => void }) {
  const { t } = useTranslation('registration');
  const options = PARENT_RELATIONS.map((key) => ({ key, text: t(`relation.${key}`) }));
  return <ChoiceList label={t('relation.label')} options={options} {...props} />;
}
