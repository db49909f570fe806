import {
  parseTableViews,
  TABLE_VIEW_NAME_MAXIMUM,
  type TableView,
  toViewQuery,
  usersApi,
  type ViewedTable,
  withTableView,
} from '@kreide/core/features/users';
import { ApiError } from '@kreide/core/kernel';
import { useMutation } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { Button, IconButton } from '../ui/Button.tsx';
import { Dialog } from '../ui/Dialog.tsx';
import { Select } from '../ui/Select.tsx';
import { TextField } from '../ui/TextField.tsx';
import { toasts } from '../ui/toast-store.ts';
import { mutationOf } from './data.ts';
import { FormDialog } from './form/FormDialog.tsx';
import { useForm } from './form/use-form.ts';
import { queries } from './query.ts';
import { selfQuery, useSelf } from './session.ts';
import styles from './TableViews.module.css';
import { useTranslation } from './use-translation.ts';

interface TableViewsProps {
  table: ViewedTable;
  /** The filters of its address that a view keeps. */
  names: readonly string[];
  /** The filters of a view stand in the address: fields that hold what is typed begin anew. */
  onOpen?: (search: URLSearchParams) => void;
}

type ViewEdit = (views: readonly TableView[]) => readonly TableView[] | null;

const ALL = 'all';
const OWN = 'own';

/** The filters of a table under names of one's own: opened, kept, and given up. They belong to the account. */
export function TableViews({ table, names, onOpen }: TableViewsProps) {
  const { t } = useTranslation('form');
  const [search, setSearch] = useSearchParams();
  const all = parseTableViews(useSelf().properties['users.table_views']);
  const change = useMutation(mutationOf(usersApi.updateProperties, { touches: [usersApi.getSelf] }));
  const [opened, setOpened] = useState<'save' | 'manage' | null>(null);
  const views = all.filter((view) => view.table === table);
  const query = toViewQuery(search, names);
  const shown = views.find((view) => view.query === query);
  /**
   * Changes the views that there are now: another tab or device may have kept one meanwhile. The words of a refusal are said by the
   * change itself; false: there was no room.
   */
  async function keep(edit: ViewEdit): Promise<boolean> {
    const newest = await queries.fetchQuery({ ...selfQuery, staleTime: 0 }).catch(() => null);
    const next = edit(newest ? parseTableViews(newest.properties['users.table_views']) : all);
    if (!next) return false;
    await change.mutateAsync({ params: { id: 'self' }, body: { 'users.table_views': JSON.stringify(next) } });
    return true;
  }
  async function bringBack(view: TableView): Promise<void> {
    if (!(await keep((now) => withTableView(now, view)))) toasts.show('warning', t('views.full', {}));
  }
  const close = () => setOpened(null);
  function open(key: string): void {
    if (key === OWN) return;
    const next = new URLSearchParams(views.find(({ name }) => `view ${name}` === key)?.query ?? '');
    setSearch(next, { replace: true });
    onOpen?.(next);
  }
  const isSame = (one: TableView, other: TableView) => one.table === other.table && one.name === other.name;
  async function remove(view: TableView): Promise<void> {
    close();
    await keep((now) => now.filter((one) => !isSame(one, view)));
    toasts.show('success', t('views.removed', { name: view.name }), {
      topic: `view ${table} ${view.name}`,
      action: { label: t('views.undo'), onAction: () => void bringBack(view).catch(() => {}) },
    });
  }
  const isOwn = !shown && query !== '';
  if (!isOwn && views.length === 0) return null;
  return (
    <div className={styles.views}>
      {views.length > 0 && (
        <Select
          label={t('views.choose')}
          options={[
            { key: ALL, text: t('views.all') },
            ...(isOwn ? [{ key: OWN, text: t('views.own') }] : []),
            ...views.map(({ name }) => ({ key: `view ${name}`, text: name })),
          ]}
          value={shown ? `view ${shown.name}` : isOwn ? OWN : ALL}
          onChange={open}
        />
      )}
      {isOwn && (
        <Button look="quiet" icon="pin" onPress={() => setOpened('save')}>
          {t('views.save')}
        </Button>
      )}
      {views.length > 0 && (
        <Button look="quiet" icon="edit" onPress={() => setOpened('manage')}>
          {t('views.manage')}
        </Button>
      )}
      {opened === 'save' && <SaveDialog all={all} view={{ table, query }} onKeep={keep} onClose={close} />}
      {opened === 'manage' && (
        <ViewsDialog views={views} onRemove={(view) => void remove(view).catch(() => {})} onClose={close} />
      )}
    </div>
  );
}

interface SaveDialogProps {
  all: readonly TableView[];
  view: Pick<TableView, 'table' | 'query'>;
  onKeep: (edit: ViewEdit) => Promise<boolean>;
  onClose: () => void;
}

function SaveDialog({ all, view, onKeep, onClose }: SaveDialogProps) {
  const { t } = useTranslation('form');
  const form = useForm({
    initial: { name: '' },
    problems: ({ name }) => {
      if (name.trim() === '') return [{ field: 'name', text: t('views.missing', {}) }];
      const isFull = !withTableView(all, { ...view, name: name.trim() });
      return isFull ? [{ field: 'name', text: t('views.full', {}) }] : [];
    },
    send: async ({ name: typed }) => {
      const name = typed.trim();
      if (!(await onKeep((now) => withTableView(now, { ...view, name })))) throw new ApiError({ code: 'conflict' });
      return name;
    },
    onSaved: (name) => {
      toasts.show('success', t('views.saved', { name }));
      onClose();
    },
  });
  return (
    <FormDialog
      title={t('views.saveTitle')}
      form={form}
      texts={{ send: t('views.keep'), cancel: t('steps.cancel') }}
      icon="pin"
      intro={<p>{t('views.saveAbout')}</p>}
      onClose={onClose}
    >
      <TextField
        label={t('views.name')}
        name="name"
        value={form.values.name}
        maxLength={TABLE_VIEW_NAME_MAXIMUM}
        autoFocus
        errorMessage={form.errorOf('name')}
        onChange={(name) => form.change({ name })}
      />
    </FormDialog>
  );
}

interface ViewsDialogProps {
  views: readonly TableView[];
  onRemove: (view: TableView) => void;
  onClose: () => void;
}

function ViewsDialog({ views, onRemove, onClose }: ViewsDialogProps) {
  const { t } = useTranslation(['form', 'shell']);
  return (
    <Dialog isOpen title={t('views.manageTitle')} onClose={onClose} closeLabel={t('shell:close')}>
      <ul>
        {views.map((view) => (
          <li key={view.name} className={styles.view}>
            <span>{view.name}</span>
            <IconButton icon="trash" label={t('views.remove', { name: view.name })} onPress={() => onRemove(view)} />
          </li>
        ))}
      </ul>
    </Dialog>
  );
}
