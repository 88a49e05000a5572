export default [{ index: true, file: 'rows.tsx' }];
