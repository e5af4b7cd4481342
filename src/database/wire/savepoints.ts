/** What both of Kysely's dialects say to Postgres about transactions. */
import {
  createQueryId,
  type DatabaseConnection,
  IdentifierNode,
  type QueryCompiler,
  RawNode,
  type TransactionSettings,
} from 'kysely'

/** The statement that begins a transaction. */
export function writeBegin({ isolationLevel, accessMode }: TransactionSettings): string {
  const level = isolationLevel ? ` isolation level ${isolationLevel}` : ''
  return `start transaction${level}${accessMode ? ` ${accessMode}` : ''}`
}

/** A statement of the transaction had failed, and yet it was to be committed. */
export class TransactionAborted extends Error {
  override readonly name = 'TransactionAborted'
  readonly code = '25P02'
  constructor() {
    super('Transaction was rolled back instead of committed')
  }
}

export type Compile = QueryCompiler['compileQuery']

export async function runSavepointCommand(
  connection: DatabaseConnection,
  command: string,
  name: string,
  compile: Compile,
): Promise<void> {
  const node = RawNode.createWithChildren([RawNode.createWithSql(`${command} `), IdentifierNode.create(name)])
  await connection.executeQuery(compile(node, createQueryId()))
}
