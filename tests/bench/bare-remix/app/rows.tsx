import { useLoaderData } from '@remix-run/react';

/** Fifty rows of five cells, created on request. */
export function loader() {
  return Array.from({ length: 50 }, (_, row) => ({
    id: `row-${row}`,
    cells: ['Company', 'Onboarding', 'Wellington', 'Nobody', '21 Nov 2026'],
  }));
}

export default function Rows() {
  const rows = useLoaderData<typeof loader>();
  return (
    <table>
      <tbody>
        {rows.map(({ id, cells }) => (
          <tr key={id}>
            <th>
              <a href={`/${id}`}>{id}</a>
            </th>
            {cells.map((cell) => (
              <td key={cell}>{cell}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
