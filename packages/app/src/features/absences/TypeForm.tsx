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
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { Form } from '../../kernel/form/Form.tsx';
import { useForm } from '../../kernel/form/use-form.ts';
import { usePageHead } from '../../kernel/page-head.ts';
import { toReason } from '../../kernel/reason.ts';
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
  const create = useMutation(createType);
  const update = useMutation(updateType);
  const form = useForm({
    initial: () => toDraft(known),
    isSame,
    problems: (draft) => [
      ...typeProblems(draft).map(({ field, rule, params }) => ({
        field,
        text: rule === 'required' ? t('manage.nameRequired') : t(`rules.${rule}`, params),
      })),
      ...(draft.audience.length === 0 ? [{ field: 'audience', text: t('manage.nobody') }] : []),
    ],
    send: ({ is_archived, ...body }) =>
      known
        ? update.mutateAsync({ params: { typeId: known.id }, body: { ...body, is_archived } })
        : create.mutateAsync({ body }),
    onSaved: (_, draft) => {
      toasts.show('success', t('manage.saved', { name: draft.name.trim() }));
      navigate(back);
    },
    toWords: (error) => t('manage.failed', { reason: toReason(t, error) }),
  });
  const { values: draft, change, errorOf } = form;
  usePageHead({ title: known ? known.meta.name : t('manage.newTitle') });

  return (
    <Card>
      <Form form={isFixed ? { ...form, submit: async () => {} } : form} className={styles.form}>
        {isFixed && <p className={styles.about}>{t('manage.fixed')}</p>}
        <TextField
          label={t('manage.name')}
          value={draft.name}
          onChange={(name) => change({ name })}
          maxLength={TYPE_NAME_MAXIMUM}
          errorMessage={errorOf('name')}
          isReadOnly={isFixed}
        />
        <TextField
          lines={2}
          label={t('manage.description')}
          description={t('manage.descriptionHint')}
          value={draft.description}
          onChange={(description) => change({ description })}
          maxLength={TYPE_DESCRIPTION_MAXIMUM}
          errorMessage={errorOf('description')}
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
              <Problem text={errorOf('audience')} />
            </fieldset>
            <Checkbox isSelected={draft.is_counting} onChange={(is_counting) => change({ is_counting })}>
              {t('manage.counting')}
            </Checkbox>
            {known && (
              <Checkbox isSelected={draft.is_archived} onChange={(is_archived) => change({ is_archived })}>
                {t('manage.archive')}
              </Checkbox>
            )}
            <Problem text={form.failure} />
            <div>
              <Button type="submit" look="primary" isPending={form.isPending}>
                {t('save')}
              </Button>
            </div>
          </>
        )}
      </Form>
    </Card>
  );
}
