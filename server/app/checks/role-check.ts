// Whether the service's role is as small as it should be: whoever gets into the service has its rights.
import { type CodedFinding, coded, ok, warning } from '../../features/readiness/readiness.ts'
import type { Patient, QuickCheck } from './check.ts'

export const ROLE_CHECK: QuickCheck = { name: 'database role', run: checkRole }

interface Role {
  name: string
  superuser: boolean
  makes_roles: boolean
  makes_databases: boolean
  replicates: boolean
  owns: boolean
  creates: boolean
  sets_triggers: boolean
}

async function checkRole({ client }: Patient): Promise<CodedFinding> {
  const { rows } = await client.query<Role>(
    `select rolname::text as name, rolsuper as superuser, rolcreaterole as makes_roles,
       rolcreatedb as makes_databases, rolreplication or rolbypassrls as replicates,
       exists (select from pg_class c where c.relnamespace = current_schema()::regnamespace
         and c.relkind in ('r', 'p') and pg_has_role(c.relowner, 'member')) as owns,
       has_schema_privilege(current_schema(), 'create') as creates,
       case when current_setting('server_version_num')::int >= 150000
         then has_parameter_privilege('session_replication_role', 'set') else rolsuper end as sets_triggers
     from pg_roles where rolname = current_user`,
  )
  const role = rows[0]
  if (role === undefined) return coded('role_unnamed', warning('the role has no name', ADVICE))
  const excess = excessOf(role)
  const { name } = role
  if (excess.length === 0)
    return coded('role_small', ok(`${name} owns nothing, and can switch nothing off`), { name })
  const text = `${name} ${excess.join(', ')}: whoever gets into the service could rewrite the ledger`
  return coded('role_excessive', warning(text, ADVICE), { name })
}

function excessOf(role: Role): string[] {
  if (role.superuser) return ['is a superuser']
  return [
    ...(role.owns ? ['owns the tables'] : []),
    ...(role.sets_triggers ? ['can switch off triggers'] : []),
    ...(role.creates ? ['can make tables'] : []),
    ...(role.makes_roles ? ['can make roles'] : []),
    ...(role.makes_databases ? ['can make databases'] : []),
    ...(role.replicates ? ['can pass by what guards rows'] : []),
  ]
}

const ADVICE =
  'Make a role that owns nothing, set DATABASE_URL to it and DATABASE_OWNER_URL to the owner (docs/security-roles.md).'
