/** The texts of an accounts file with `count` accounts, and of a catalogue with the `likes` tracks that each of them likes. */
export const generateAccounts = (count: number, likes: number): { accounts: string; catalogue: string } => {
  const tracks = Array.from({ length: likes }, (_, at) => ({ title: `Track ${at}`, file_path: `${at}.flac` }))
  const accounts = Array.from({ length: count }, (_, at) => ({
    email: `user${at}@example.com`,
    token: `mlib_${String(at).padStart(43, '0')}`,
    likes: tracks.map(({ file_path }) => file_path),
  }))
  return { accounts: JSON.stringify({ accounts }), catalogue: JSON.stringify({ tracks }) }
}
