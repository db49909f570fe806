import {
  ABSENCE_AUDIENCES,
  ABSENCE_CATEGORY_KEYS,
  ABSENCE_TYPE_STATES,
  type AbsenceType,
  STANDARD_TYPE,
  TYPE_DESCRIPTION_MAXIMUM,
  TYPE_NAME_MAXIMUM,
  typeProblems,
} from '@kreide/core/features/absences';
import { ApiError } from '@kreide/core/kernel';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useCallback, useEffect, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { LeaveQuestion } from '../../kernel/LeaveQuestion.tsx';
import { usePageHead } from '../../kernel/page-head.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { ChoiceList } from '../../ui/ChoiceList.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { toasts } from '../../ui/toast-store.ts';
import styles from './Management.module.css';
import { createType, updateType } from './management-queries.ts';

type Draft = Pick<AbsenceType, 'category' | 'state' | 'is_counting' | 'audience' | 'is_archived'> & {
  name: string;
  description: string;
};

const toDraft = (known: AbsenceType | null): Draft => ({
  category: known?.category ?? 'sick',
  state: known?.state ?? 'PENDING',
  is_counting: known?.is_counting ?? true,
  audience: known?.audience ?? [...ABSENCE_AUDIENCES],
  is_archived: known?.is_archived ?? false,
  name: known?.meta.name ?? '',
  description: known?.meta.description ?? '',
});
const isSame = (one: Draft, other: Draft) =>
  JSON.stringify({ ...one, audience: one.audience.toSorted() }) ===
  JSON.stringify({ ...other, audience: other.audience.toSorted() });

/** What a type is called, how it counts, and who may choose it. What the roll writes by itself stays as it is. */
export function TypeForm({ known, back }: { known: AbsenceType | null; back: string }) {
  const { t } = useTranslation(['absences', 'errors']);
  const navigate = useNavigate();
  const isFixed = known?.key === STANDARD_TYPE;
  const [first] = useState(() => toDraft(known));
  const [draft, setDraft] = useState(first);
  const [problems, setProblems] = useState<Partial<Record<string, string>>>({});
  const [failure, setFailure] = useState<string | null>(null);
  const create = useMutation(createType);
  const update = useMutation(updateType);
  const form = useRef<HTMLFormElement>(null);
  const [tries, setTries] = useState(0);
  useEffect(() => {
    if (tries > 0) form.current?.querySelector<HTMLElement>('[aria-invalid="true"]')?.focus();
  }, [tries]);
  const current = useRef(true);
  current.current = isSame(draft, first);
  const isSaved = useRef(false);
  const isChanged = useCallback(() => !current.current && !isSaved.current, []);
  usePageHead({ title: known ? known.meta.name : t('manage.newTitle') });
  const change = (part: Partial<Draft>) => {
    setDraft((former) => ({ ...former, ...part }));
    setProblems({});
  };

  function show(found: typeof problems) {
    setProblems(found);
    if (Object.keys(found).length > 0) setTries((former) => former + 1);
  }

  async function submit(event: FormEvent) {
    event.preventDefault();
    if (create.isPending || update.isPending || isFixed) return;
    setFailure(null);
    const found = typeProblems(draft).map(({ field, rule, params }) => [
      field,
      rule === 'required' ? t('manage.nameRequired') : t(`rules.${rule}`, params),
    ]);
    const nobody = draft.audience.length === 0 ? [['audience', t('manage.nobody')]] : [];
    show(Object.fromEntries([...found, ...nobody]));
    if (found.length + nobody.length > 0) return;
    const { is_archived, ...body } = draft;
    try {
      if (known) await update.mutateAsync({ params: { typeId: known.id }, body: { ...body, is_archived } });
      else await create.mutateAsync({ body });
      isSaved.current = true;
      toasts.show('success', t('manage.saved', { name: draft.name.trim() }));
      navigate(back);
    } catch (thrown) {
      const { issues, code } = ApiError.from(thrown);
      show(Object.fromEntries(issues.map(({ path, message }) => [path.replace(/^body\./, ''), message])));
      const [issue] = issues;
      setFailure(issue ? issue.message : t('manage.failed', { reason: t(`errors:${code}`) }));
    }
  }

  return (
    <Card>
      <form ref={form} className={styles.form} onSubmit={submit} noValidate>
        {isFixed && <p className={styles.about}>{t('manage.fixed')}</p>}
        <TextField
          label={t('manage.name')}
          value={draft.name}
          onChange={(name) => change({ name })}
          maxLength={TYPE_NAME_MAXIMUM}
          errorMessage={problems.name}
          isReadOnly={isFixed}
        />
        <TextField
          lines={2}
          label={t('manage.description')}
          description={t('manage.descriptionHint')}
          value={draft.description}
          onChange={(description) => change({ description })}
          maxLength={TYPE_DESCRIPTION_MAXIMUM}
          errorMessage={problems.description}
          isReadOnly={isFixed}
        />
        {!isFixed && (
          <>
            <ChoiceList
              label={t('manage.category')}
              options={ABSENCE_CATEGORY_KEYS.map((key) => ({ key, text: t(`categories.${key}`) }))}
              value={draft.category}
              onChange={(category) => change({ category })}
            />
            <ChoiceList
              label={t('manage.state')}
              options={ABSENCE_TYPE_STATES.map((key) => ({ key, text: t(`states.${key}`) }))}
              value={draft.state}
              onChange={(state) => change({ state })}
            />
            <fieldset className={styles.group}>
              <legend>{t('manage.audience')}</legend>
              {ABSENCE_AUDIENCES.map((one) => (
                <Checkbox
                  key={one}
                  isSelected={draft.audience.includes(one)}
                  onChange={(isIn) =>
                    change({
                      audience: ABSENCE_AUDIENCES.filter((each) =>
                        each === one ? isIn : draft.audience.includes(each),
                      ),
                    })
                  }
                >
                  {t(`manage.audiences.${one}`)}
                </Checkbox>
              ))}
              <Problem text={problems.audience} />
            </fieldset>
            <Checkbox isSelected={draft.is_counting} onChange={(is_counting) => change({ is_counting })}>
              {t('manage.counting')}
            </Checkbox>
            {known && (
              <Checkbox isSelected={draft.is_archived} onChange={(is_archived) => change({ is_archived })}>
                {t('manage.archive')}
              </Checkbox>
            )}
            <Problem text={failure} />
            <div>
              <Button type="submit" look="primary" isPending={create.isPending || update.isPending}>
                {t('save')}
              </Button>
            </div>
          </>
        )}
      </form>
      <LeaveQuestion isChanged={isChanged} text={t('leave.text')} />
    </Card>
  );
}
