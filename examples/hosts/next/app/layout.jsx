export const metadata = { title: 'Figures in Next', icons: 'data:,' };

export default function Layout({ children }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
