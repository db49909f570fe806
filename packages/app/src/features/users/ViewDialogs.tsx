import { PEOPLE_VIEW_NAME_MAXIMUM, type PeopleView } from '@kreide/core/features/users';
import { rule } from '@kreide/core/validation';
import { useMutation, useQuery } from '@tanstack/react-query';
import { type FormEvent, useId, useState } from 'react';
import { useRules } from '../../kernel/use-rules.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button, IconButton } from '../../ui/Button.tsx';
import { Dialog } from '../../ui/Dialog.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { toasts } from '../../ui/toast-store.ts';
import styles from './PeopleScreen.module.css';
import { createView, updateView, viewsQuery } from './views-queries.ts';

const NAME_RULES = { name: [rule('required'), rule('max', PEOPLE_VIEW_NAME_MAXIMUM)] };

/** Gives what the list is narrowed to a name. */
export function SaveViewDialog({ filters, onClose }: { filters: PeopleView['filters']; onClose: () => void }) {
  const { t } = useTranslation(['users', 'shell', 'errors']);
  const form = useId();
  const [name, setName] = useState('');
  const create = useMutation(createView);
  const { check, errorOf } = useRules({ name }, NAME_RULES);
  const [issue] = create.error?.issues ?? [];
  function submit(event: FormEvent) {
    event.preventDefault();
    if (create.isPending || !check()) return;
    create.mutate(
      { body: { name: name.trim(), filters } },
      {
        onSuccess: (saved) => {
          toasts.show('success', t('views.saved', { name: saved.name }));
          onClose();
        },
      },
    );
  }
  return (
    <Dialog
      isOpen
      title={t('views.saveTitle')}
      onClose={onClose}
      closeLabel={t('shell:close')}
      actions={
        <>
          <Button onPress={onClose}>{t('actions.keep')}</Button>
          <Button type="submit" form={form} look="primary" icon="pin" isPending={create.isPending}>
            {t('views.keep')}
          </Button>
        </>
      }
    >
      <p>{t('views.saveAbout')}</p>
      <form id={form} onSubmit={submit} noValidate>
        <TextField
          label={t('views.name')}
          name="name"
          value={name}
          autoFocus
          errorMessage={errorOf('name') ?? issue?.message}
          onChange={(value) => {
            setName(value);
            create.reset();
          }}
        />
      </form>
      <Problem text={create.error && !issue ? t(`errors:${create.error.code}`) : null} />
    </Dialog>
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
  const { t } = useTranslation(['users', 'errors']);
  const [name, setName] = useState(view.name);
  const update = useMutation(updateView);
  const { check, errorOf } = useRules({ name }, NAME_RULES);
  const [issue] = update.error?.issues ?? [];
  const isSame = name.trim() === view.name;
  function submit(event: FormEvent) {
    event.preventDefault();
    if (isSame || update.isPending || !check()) return;
    update.mutate(
      { params: { id: `${view.id}` }, body: { name: name.trim(), filters: view.filters } },
      { onSuccess: (saved) => toasts.show('success', t('views.renamed', { name: saved.name })) },
    );
  }
  return (
    <form onSubmit={submit} noValidate>
      <div className={styles.view}>
        <TextField
          label={t('views.name')}
          name={`view-${view.id}`}
          value={name}
          errorMessage={errorOf('name') ?? issue?.message}
          onChange={(value) => {
            setName(value);
            update.reset();
          }}
        />
        <Button type="submit" isDisabled={isSame} isPending={update.isPending}>
          {t('views.rename')}
        </Button>
        <IconButton
          icon="trash"
          label={t('views.remove', { name: view.name })}
          isDisabled={isEnding}
          onPress={onRemove}
        />
      </div>
      <Problem text={update.error && !issue ? t(`errors:${update.error.code}`) : null} />
    </form>
  );
}
