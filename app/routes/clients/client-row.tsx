import {
  type ClientStatus,
  type ClientType,
  clientStatusLabels,
  clientTypeLabels,
} from '#rules/client-types.ts';

/** A shape for each status beside its word, and the colour of those that need no action or some. */
const marks: Record<ClientStatus, [shape: string, colour: string]> = {
  draft: ['○', 'text-ink-soft'],
  onboarding: ['◐', 'text-attention'],
  active: ['●', 'text-settled'],
  dormant: ['◌', 'text-ink-soft'],
  exited: ['◇', 'text-ink-soft'],
  archived: ['□', 'text-ink-soft'],
  declined: ['×', 'text-danger'],
};

/** A client's status as a word and a shape. */
export function StatusMark({ status }: { status: ClientStatus }) {
  const [shape, colour] = marks[status];
  return (
    <span className="whitespace-nowrap">
      <span aria-hidden="true" className={colour}>
        {shape}
      </span>{' '}
      {clientStatusLabels[status]}
    </span>
  );
}

/** One client of the list; plain cells, because a page has 50 of them. */
export function ClientRow(client: {
  id: string;
  displayName: string;
  clientType: ClientType;
  status: ClientStatus;
  locality: string | null;
  responsible: { name: string } | null;
  externalId: string | null;
  added: string;
  /** Has the browser fetch the route of a client beforehand; once for all rows, whose route is the same. */
  discovers: boolean;
}) {
  return (
    <tr>
      <td>
        <a href={`/clients/${client.id}`} data-discover={client.discovers || undefined}>
          {client.displayName}
        </a>
      </td>
      <td data-label="Type">{clientTypeLabels[client.clientType]}</td>
      <td data-label="Status">
        <StatusMark status={client.status} />
      </td>
      <td data-label="Place">{client.locality}</td>
      <td data-label="Responsible" className="whole">
        {client.responsible?.name}
      </td>
      <td data-label="Reference" className="minor">
        {client.externalId}
      </td>
      <td data-label="Added" className="minor">
        {client.added}
      </td>
    </tr>
  );
}
