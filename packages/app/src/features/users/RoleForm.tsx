import { ROLE_NAME_MAXIMUM, type SchoolRole } from '@kreide/core/features/users';
import { isAllowed, isPermissionAt, PERMISSIONS, type Permission } from '@kreide/core/kernel';
import { rule } from '@kreide/core/validation';
import { useMutation } from '@tanstack/react-query';
import { type FormEvent, useCallback, useRef, useState } from 'react';
import { useNavigate } from 'react-router';
import { LeaveQuestion } from '../../kernel/LeaveQuestion.tsx';
import { useSelf } from '../../kernel/session.ts';
import { useRules } from '../../kernel/use-rules.ts';
import { useTranslation } from '../../kernel/use-translation.ts';
import { Button } from '../../ui/Button.tsx';
import { Card } from '../../ui/Card.tsx';
import { Checkbox } from '../../ui/Checkbox.tsx';
import { Problem } from '../../ui/Problem.tsx';
import { TextField } from '../../ui/TextField.tsx';
import { toasts } from '../../ui/toast-store.ts';
import { GROUP_OF, GROUPS, toNameKey } from './permission-words.ts';
import styles from './Roles.module.css';
import { createRole, updateRole } from './roles-queries.ts';

/** The name of a role and what it gives; what the caller does not hold stays as it is. */
export function RoleForm({ known: role, back }: { known: SchoolRole | null; back: string }) {
  const { t } = useTranslation(['users', 'errors']);
  const navigate = useNavigate();
  const { school, permissions: held } = useSelf();
  const [name, setName] = useState(role?.own_name ?? '');
  const [given, setGiven] = useState<ReadonlySet<Permission>>(new Set(role?.permissions));
  const create = useMutation(createRole);
  const update = useMutation(updateRole);
  const key = role?.key ?? null;
  const { check, errorOf } = useRules(
    { name },
    { name: [...(key === null ? [rule('required')] : []), rule('max', ROLE_NAME_MAXIMUM)] },
  );
  const error = create.error ?? update.error;
  const isTaken = error?.code === 'role_name_taken';
  const [issue] = error?.issues ?? [];
  const mayChange = role === null || isAllowed(role.can, 'update');
  const shown = PERMISSIONS.filter((permission) => isPermissionAt(permission, school.purpose));
  const form = useRef<HTMLFormElement>(null);

  const isSaved = useRef(false);
  const isSame =
    name === (role?.own_name ?? '') &&
    shown.every((permission) => given.has(permission) === (role?.permissions.includes(permission) ?? false));
  const current = useRef(isSame);
  current.current = isSame;
  const isChanged = useCallback(() => !current.current && !isSaved.current, []);

  function submit(event: FormEvent) {
    event.preventDefault();
    if (create.isPending || update.isPending) return;
    if (!check()) {
      form.current?.querySelector('input')?.focus();
      return;
    }
    const draft = { name: name.trim(), permissions: [...given] };
    const args = { params: { id: `${school.id}` } };
    const onSuccess = (saved: SchoolRole) => {
      isSaved.current = true;
      toasts.show('success', t(role ? 'role.saved' : 'role.created', { name: saved.name }));
      navigate(back);
    };
    if (role === null) return create.mutate({ ...args, body: draft }, { onSuccess });
    update.mutate(
      {
        params: { ...args.params, roleId: `${role.id}` },
        body: { ...draft, name: draft.name || null, updated_at: role.updated_at },
      },
      { onSuccess },
    );
  }

  function turn(permission: Permission, isGiven: boolean) {
    setGiven((former) => new Set(isGiven ? [...former, permission] : [...former].filter((one) => one !== permission)));
  }

  return (
    <Card>
      <form ref={form} className={styles.form} onSubmit={submit} noValidate>
        <div className={styles.name}>
          <TextField
            label={t('role.name')}
            name="name"
            value={name}
            isReadOnly={!mayChange}
            placeholder={key ? t(`roles.${key}`) : ''}
            description={key && t('role.nameHint', { name: t(`roles.${key}`) })}
            errorMessage={isTaken ? t('errors:role_name_taken') : (errorOf('name') ?? issue?.message)}
            onChange={(value) => {
              setName(value);
              create.reset();
              update.reset();
            }}
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
                        isSelected={given.has(permission)}
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
        <Problem
          text={
            error && !isTaken && !issue
              ? error.code === 'conflict'
                ? t('role.changedMeanwhile')
                : t(`errors:${error.code}`)
              : null
          }
        />
        {mayChange && (
          <div className={styles.buttons}>
            <Button type="submit" look="primary" isPending={create.isPending || update.isPending} isDisabled={isSame}>
              {role ? t('role.save') : t('roleList.add')}
            </Button>
          </div>
        )}
        <LeaveQuestion isChanged={isChanged} text={t('role.unsaved')} />
      </form>
    </Card>
  );
}
