import { PEOPLE_VIEW_NAME_MAXIMUM, type PeopleView } from '@kreide/core/features/users';
import { rule } from '@kreide/core/validation';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Form } from '../../kernel/form/Form.tsx';
import { FormDialog } from '../../kernel/form/FormDialog.tsx';
import { useFieldRules } from '../../kernel/form/use-field-rules.ts';
import { useForm } from '../../kernel/form/use-form.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { toasts } from '../../ui/toast-store.ts';
import styles from './PeopleScreen.module.css';
import { createView, updateView, viewsQuery } from './views-queries.ts';

const NAME_RULES = { name: [rule('required'), rule('max', PEOPLE_VIEW_NAME_MAXIMUM)] };

/** Gives the filters of the list a name. */
export function SaveViewDialog({ filters, onClose }: { filters: PeopleView['filters']; onClose: () => void }) {
  const { t } = useTranslation(['users', 'shell']);
  const create = useMutation(createView);
  const form = useForm({
    initial: { name: '' },
    problems: useFieldRules(NAME_RULES),
    send: ({ name }) => create.mutateAsync({ body: { name: name.trim(), filters } }),
    onSaved: (saved) => {
      toasts.show('success', t('views.saved', { name: saved.name }));
      onClose();
    },
  });
  return (
    <FormDialog
      title={t('views.saveTitle')}
      form={form}
      texts={{ send: t('views.keep'), cancel: t('actions.keep') }}
      icon="pin"
      intro={<p>{t('views.saveAbout')}</p>}
      onClose={onClose}
    >
      <TextField
        label={t('views.name')}
        name="name"
        value={form.values.name}
        autoFocus
        errorMessage={form.errorOf('name')}
        onChange={(name) => form.change({ name })}
      />
    </FormDialog>
  );
}

interface ViewsDialogProps {
  isEnding: boolean;
  onRemove: (view: PeopleView) => void;
  onClose: () => void;
}

/** The views that were kept: renamed and deleted. */
export function ViewsDialog({ isEnding, onRemove, onClose }: ViewsDialogProps) {
  const { t } = useTranslation(['users', 'shell']);
  const views = useQuery(viewsQuery).data ?? [];
  return (
    <Dialog isOpen title={t('views.manageTitle')} onClose={onClose} closeLabel={t('shell:close')}>
      <ul className={styles.views}>
        {views.map((view) => (
          <li key={view.id}>
            <ViewForm view={view} isEnding={isEnding} onRemove={() => onRemove(view)} />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}

function ViewForm({ view, isEnding, onRemove }: { view: PeopleView; isEnding: boolean; onRemove: () => void }) {
  const { t } = useTranslation('users');
  const update = useMutation(updateView);
  const form = useForm({
    initial: { name: view.name },
    problems: useFieldRules(NAME_RULES),
    isSame: (one, other) => one.name.trim() === other.name.trim(),
    send: ({ name }) =>
      update.mutateAsync({ params: { id: `${view.id}` }, body: { name: name.trim(), filters: view.filters } }),
    onSaved: (saved) => toasts.show('success', t('views.renamed', { name: saved.name })),
  });
  return (
    // Nothing is sent as long as its button is off.
    <Form form={form.hasChanges ? form : { ...form, submit: async () => {} }} isDialog>
      <div className={styles.view}>
        <TextField
          label={t('views.name')}
          name={`view-${view.id}`}
          value={form.values.name}
          errorMessage={form.errorOf('name')}
          onChange={(name) => form.change({ name })}
        />
        <Button type="submit" isDisabled={!form.hasChanges} isPending={form.isPending}>
          {t('views.rename')}
        </Button>
        <IconButton
          icon="trash"
          label={t('views.remove', { name: view.name })}
          isDisabled={isEnding}
          onPress={onRemove}
        />
      </div>
      <Problem text={form.failure} />
    </Form>
  );
}
