import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { expect, test } from 'vitest';
import { openTestDatabase, testEngine } from '#tests/support/database/database.ts';

const root = fileURLToPath(new URL('../../../..', import.meta.url));

/** What `Schema` says of a column as it is read and inserted. */
interface Column {
  /** Undefined for JSON of any shape. */
  isNullable: boolean | undefined;
  mayBeLeftOut: boolean;
}

/** The columns of every table of a module's `Schema`, by `table.column`. */
function readDeclaredColumns(schemaModule: string): Map<string, Column> {
  const name = `${root}declared-rows.ts`;
  const source = `import type { Insertable, Selectable } from 'kysely';
    import type { Schema } from '${schemaModule}';
    export type Read = { [Table in keyof Schema]: Selectable<Schema[Table]> };
    export type Insert = { [Table in keyof Schema]: Insertable<Schema[Table]> };`;
  const { config } = ts.readConfigFile(`${root}tsconfig.json`, ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, root);
  const host = ts.createCompilerHost(options);
  const { getSourceFile } = host;
  host.getSourceFile = (file, ...rest) =>
    file === name ? ts.createSourceFile(file, source, ts.ScriptTarget.ESNext) : getSourceFile(file, ...rest);
  const program = ts.createProgram([name], { ...options, types: [] }, host);
  const checker = program.getTypeChecker();
  const file = program.getSourceFile(name);
  if (file === undefined) throw new Error('The declared rows could not be read.');
  const getType = (alias: string) => {
    const found = file.statements.find(
      (statement): statement is ts.TypeAliasDeclaration =>
        ts.isTypeAliasDeclaration(statement) && statement.name.text === alias,
    );
    if (found === undefined) throw new Error(`There is no type ${alias}.`);
    return checker.getTypeAtLocation(found);
  };
  const getProperties = (type: ts.Type) =>
    checker.getPropertiesOfType(type).map((property) => ({
      name: property.name,
      isOptional: (property.flags & ts.SymbolFlags.Optional) !== 0,
      type: checker.getTypeOfSymbol(property),
    }));
  const inserted = new Map(
    getProperties(getType('Insert')).flatMap((table) =>
      getProperties(table.type).map(({ name: column, isOptional }) => [
        `${table.name}.${column}`,
        isOptional,
      ]),
    ),
  );
  return new Map(
    getProperties(getType('Read')).flatMap((table) =>
      getProperties(table.type).map(({ name: column, type }) => {
        const key = `${table.name}.${column}`;
        const isNullable =
          (type.flags & ts.TypeFlags.Unknown) !== 0
            ? undefined
            : type.isUnion() && type.types.some(({ flags }) => (flags & ts.TypeFlags.Null) !== 0);
        return [key, { isNullable, mayBeLeftOut: inserted.get(key) ?? true }];
      }),
    ),
  );
}

test('the declared tables have the columns of the catalogue, with their nullability and their defaults', async () => {
  const database = await openTestDatabase(testEngine);
  const { rows } = await database.asSuperuser(
    `SELECT c.table_name || '.' || c.column_name AS key, c.is_nullable = 'YES' AS nullable,
            c.is_nullable = 'YES' OR c.column_default IS NOT NULL OR c.is_identity = 'YES' OR c.is_generated = 'ALWAYS' AS optional,
            t.table_type = 'VIEW' AS is_view
       FROM information_schema.columns c JOIN information_schema.tables t USING (table_schema, table_name)
      WHERE c.table_schema = 'assay'`,
  );
  await database.close();
  const declared = readDeclaredColumns('#api/kernel/database/tables/schema.ts');
  expect(declared.size).toBeGreaterThan(500);
  const tables = new Set([...declared.keys()].map((key) => key.split('.')[0]));
  const found = new Map(
    rows
      .filter(({ key }) => tables.has(String(key).split('.')[0]))
      .map(({ key, nullable, optional, is_view: isView }) => [String(key), { nullable, optional, isView }]),
  );
  expect([...found.keys()].filter((key) => !declared.has(key))).toEqual([]);
  const wrong = [...declared].flatMap(([key, { isNullable, mayBeLeftOut }]) => {
    const column = found.get(key);
    if (column === undefined) return [`${key} is not in the database`];
    // The catalogue takes each column of a view as nullable.
    if (column.isView) return [];
    return [
      ...(column.nullable && isNullable === false ? [`${key} can be null`] : []),
      ...(!column.nullable && isNullable ? [`${key} cannot be null`] : []),
      ...(mayBeLeftOut && !column.optional ? [`${key} has no default`] : []),
    ];
  });
  expect(wrong).toEqual([]);
});
