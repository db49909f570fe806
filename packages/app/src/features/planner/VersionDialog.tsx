import { type PlannerOverview, type PlanVersion, VERSION_NOTE_MAXIMUM } from '@kreide/core/features/planner';
import type { SchoolYear } from '@kreide/core/features/structure';
import { useMutation } from '@tanstack/react-query';
import { FormDialog } from '../../kernel/form/FormDialog.tsx';
import { useForm } from '../../kernel/form/use-form.ts';
import { toSaid } from '../../kernel/reason.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Select } from '../../ui/Select.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { createVersion } from './planner-queries.ts';

interface VersionDialogProps {
  year: Pick<SchoolYear, 'id' | 'name'>;
  overview: PlannerOverview;
  onClose: () => void;
  onMade: (version: PlanVersion) => void;
}

/** A new version of a school year: a copy of a plan in force or of another version, or without lessons. */
export function VersionDialog({ year, overview, onClose, onMade }: VersionDialogProps) {
  const { t } = useTranslation(['planner', 'shell']);
  const create = useMutation(createVersion);
  const { plans, versions } = overview;
  const isOfYear = ({ school_year }: { school_year: SchoolYear }) => school_year.id === year.id;
  const first = plans.find(isOfYear) ?? versions.find(isOfYear) ?? plans[0] ?? versions[0];
  const options = [
    { key: '', text: t('form.copyNothing') },
    ...plans.map(({ uuid, school_year: { name } }) => ({ key: uuid, text: t('form.copyPlan', { name }) })),
    ...versions.map(({ uuid, number, name }) => ({ key: uuid, text: t('form.copyVersion', { number, name }) })),
  ];
  const form = useForm({
    initial: () => ({ copy: first?.uuid ?? '', note: '' }),
    problems: () => [],
    send: ({ copy, note }) =>
      create.mutateAsync({
        body: { school_year_id: year.id, note, copy_data_from_version: copy || null },
      }),
    onSaved: (version) => {
      toasts.show('success', t('created', { number: version.number }));
      onMade(version);
      onClose();
    },
    toWords: (error) => t('failed', { reason: toSaid(error) }),
  });
  return (
    <FormDialog
      title={t('form.titleOf', { name: year.name })}
      form={form}
      texts={{ send: t('form.save'), cancel: t('cancel') }}
      onClose={onClose}
    >
      <Select
        label={t('form.copy')}
        value={form.values.copy}
        options={options}
        onChange={(copy) => form.change({ copy })}
      />
      <TextField
        label={t('form.note')}
        value={form.values.note}
        maxLength={VERSION_NOTE_MAXIMUM}
        errorMessage={form.errorOf('note')}
        onChange={(note) => form.change({ note })}
      />
    </FormDialog>
  );
}
