import { ROLE_NAME_MAXIMUM, type SchoolRole } from '@kreide/core/features/users';
import { ApiError, isAllowed, isPermissionAt, PERMISSIONS, type Permission } from '@kreide/core/kernel';
import { rule } from '@kreide/core/validation';
import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { Form } from '../../kernel/form/Form.tsx';
import { useFieldRules } from '../../kernel/form/use-field-rules.ts';
import { useForm } from '../../kernel/form/use-form.ts';
import { queries } from '../../kernel/query.ts';
import { toReason } from '../../kernel/reason.ts';
import { useSelf } from '../../kernel/session.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { GROUP_OF, GROUPS, toNameKey } from './permission-words.ts';
import styles from './Roles.module.css';
import { createRole, rolesQuery, updateRole } from './roles-queries.ts';

/** The name of a role and its permissions; those that the caller does not hold stay as they are. */
export function RoleForm({ known: role, back }: { known: SchoolRole | null; back: string }) {
  const { t } = useTranslation(['users', 'errors']);
  const navigate = useNavigate();
  const { school, permissions: held } = useSelf();
  const create = useMutation(createRole);
  const update = useMutation(updateRole);
  const key = role?.key ?? null;
  const params = { id: `${school.id}` };
  const toValues = (one: SchoolRole | null) => ({ name: one?.own_name ?? '', given: one?.permissions ?? [] });
  const shown = PERMISSIONS.filter((permission) => isPermissionAt(permission, school.purpose));
  const form = useForm({
    initial: () => toValues(role),
    item: role,
    problems: useFieldRules({
      name: [...(key === null ? [rule('required')] : []), rule('max', ROLE_NAME_MAXIMUM)],
    }),
    isSame: (one, other) =>
      one.name === other.name && shown.every((each) => one.given.includes(each) === other.given.includes(each)),
    send: ({ name: typed, given }, item) => {
      const [name, permissions] = [typed.trim(), [...given]];
      if (item === null) return create.mutateAsync({ params, body: { name, permissions } });
      return update.mutateAsync({
        params: { ...params, roleId: `${item.id}` },
        body: { permissions, name: name || null, updated_at: item.updated_at },
      });
    },
    onSaved: (saved) => {
      toasts.show('success', t(role ? 'role.saved' : 'role.created', { name: saved.name }));
      navigate(back);
    },
    newest: async () => {
      const all = await queries.fetchQuery({ ...rolesQuery(school.id), staleTime: 0 });
      const item = all.find(({ id }) => id === role?.id);
      if (!item) throw new ApiError({ code: 'not_found' });
      return { item, values: toValues(item) };
    },
    toWords: (error) => (error.code === 'conflict' ? t('role.changedMeanwhile') : toReason(t, error)),
  });
  const { values, change, failure } = form;
  const isTaken = form.error?.code === 'role_name_taken';
  const mayChange = role === null || isAllowed(role.can, 'update');
  const turn = (permission: Permission, isGiven: boolean) =>
    change(({ given }) => ({
      given: isGiven ? [...given, permission] : given.filter((one) => one !== permission),
    }));
  const parts = [
    { label: t('role.name'), show: ({ name }: typeof values) => name },
    {
      label: t('role.gives'),
      show: ({ given }: typeof values) =>
        shown
          .filter((permission) => given.includes(permission))
          .map((permission) => t(toNameKey(permission)))
          .join(', '),
    },
  ];

  return (
    <Card>
      <Form form={form} className={styles.form} parts={parts} leaveText={t('role.unsaved')}>
        <div className={styles.name}>
          <TextField
            label={t('role.name')}
            name="name"
            value={values.name}
            isReadOnly={!mayChange}
            placeholder={key ? t(`roles.${key}`) : ''}
            description={key && t('role.nameHint', { name: t(`roles.${key}`) })}
            errorMessage={isTaken ? t('errors:role_name_taken') : form.errorOf('name')}
            onChange={(name) => change({ name })}
          />
        </div>
        <section className={styles.part} aria-labelledby="role-gives">
          <div>
            <h2 id="role-gives">{t('role.gives')}</h2>
            {!mayChange && <p className={styles.about}>{t('role.onlyAdministrators')}</p>}
            {mayChange && shown.some((permission) => !held.includes(permission)) && (
              <p className={styles.about}>{t('role.notHeld')}</p>
            )}
          </div>
          <div className={styles.groups}>
            {GROUPS.map((group) => {
              const all = shown.filter((permission) => GROUP_OF[permission] === group);
              return (
                all.length > 0 && (
                  <fieldset key={group} className={styles.group}>
                    <legend>{t(`groups.${group}`)}</legend>
                    {all.map((permission) => (
                      <Checkbox
                        key={permission}
                        isSelected={values.given.includes(permission)}
                        isDisabled={!mayChange || !held.includes(permission)}
                        onChange={(isGiven) => turn(permission, isGiven)}
                      >
                        {t(toNameKey(permission))}
                      </Checkbox>
                    ))}
                  </fieldset>
                )
              );
            })}
          </div>
        </section>
        <Problem text={isTaken ? null : failure} />
        {mayChange && (
          <div className={styles.buttons}>
            <Button type="submit" look="primary" isPending={form.isPending} isDisabled={!form.hasChanges}>
              {role ? t('role.save') : t('roleList.add')}
            </Button>
          </div>
        )}
      </Form>
    </Card>
  );
}
