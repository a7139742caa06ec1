// A head of three tokens in three texts, the same in an .npz, and what a line that is too short is
// answered with.
#include <attn/reading/head_file.hpp>
#include <iostream>
#include <string>
#include <vector>

namespace {

attn::NamedBytes named(const std::string& name, const std::string& bytes) {
  return {name, reinterpret_cast<const std::byte*>(bytes.data()), bytes.size()};
}

}  // namespace

int main() {
  const std::string queries = "1,0\n0,1\n1,1\n", values = "1\n2\n4\n", wrong = "1,0\n0,1\n1\n";
  const std::vector<attn::NamedBytes> files = {named("Q.csv", queries), named("K.csv", queries),
                                               named("V.csv", values)};
  const attn::Head head = attn::read_head(files);
  std::cout << "scale " << *head.scale << ", the last token gets "
            << attn::head_attention(head).output.row(2) << '\n';
  const attn::Head again = attn::read_head({named("head.npz", attn::head_npz(head))});
  std::cout << "the same from an .npz: " << (again.mask == head.mask ? "yes" : "no") << '\n';
  try {
    (void)attn::read_head({files[0], named("K.csv", wrong), files[2]});
  } catch (const attn::Error& error) {
    std::cout << error.what() << '\n';
  }
}

// Prints:
//  scale 0.707107, the last token gets 2.75872
//  the same from an .npz: yes
//  K.csv, line 3: 1 number, expected 2
